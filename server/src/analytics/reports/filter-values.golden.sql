-- source, first
SELECT value, count() AS users
FROM (SELECT user_id, if(tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({end:Int64}, 'UTC'), tupleElement(first_source, 'source'), '') AS value
FROM people FINAL
WHERE bot = {bot:String})
WHERE true AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- source, last
SELECT value, count() AS users
FROM (SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM people FINAL
WHERE bot = {bot:String}
  UNION ALL
  SELECT user_id, argMax(toString(source), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY user_id
HAVING value != ''
)
GROUP BY user_id)
WHERE true AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- source, last_significant
SELECT value, count() AS users
FROM (SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM people FINAL
WHERE bot = {bot:String}
  UNION ALL
  SELECT user_id, argMax(value, credit) AS value
FROM (
  SELECT user_id, arrayJoin(credited) AS credit, values[indexOf(steps, credit)] AS value
  FROM (
    WITH
      arraySort(groupArray(step)) AS sorted,
      arrayPushFront(arrayPopBack(sorted), bitShiftLeft(toUInt64(1), 21)) AS before
    SELECT
      user_id,
      groupArray(step) AS steps,
      groupArray(value) AS values,
      arrayFilter((one, previous) -> bitTest(one, 0) AND NOT bitTest(one, 21) AND bitTest(previous, 21),
        sorted, before) AS credited
    FROM (
    SELECT user_id, toString(source) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'left'), 21) + bitShiftRight(id, 44) * 2 + (is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')) AS step
    FROM events FINAL
PREWHERE (is_start OR membership = 'left') AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, '' AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(first_action)), 22) AS step
    FROM people FINAL
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time') AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    )
    GROUP BY user_id
  )
)
GROUP BY user_id
HAVING value != ''
)
GROUP BY user_id)
WHERE true AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- language
SELECT tupleElement(people.last_profile, 'language') AS value, count() AS users
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- premium
SELECT if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') AS value, count() AS users
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- gender
SELECT multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') AS value, count() AS users
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- country
SELECT upper(extract(tupleElement(people.last_profile, 'language'), '[-_]([A-Za-z]{2})$')) AS value, count() AS users
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- command
SELECT events.name AS value, uniqExact(user_id) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- chat_type
SELECT events.chat_type AS value, uniqExact(user_id) AS users
FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- audience
SELECT multiIf(people.first_time < fromUnixTimestamp64Milli({start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'), 'new', 'not yet') AS value, count() AS users
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};

-- param.medium
SELECT value, count() AS users
FROM (SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM people FINAL
WHERE bot = {bot:String}
  UNION ALL
  SELECT user_id, argMin(toString(params[{by_parameter:String}]), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  AND user_id NOT IN (SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != ''
)
GROUP BY user_id)
WHERE true AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};
