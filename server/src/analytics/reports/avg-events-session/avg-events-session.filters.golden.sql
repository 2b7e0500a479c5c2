-- a filter of people
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS sessions,
  100 * countIf(session.actions = 1) / count() AS rejection,
  avg(session.actions) AS actions,
  avg(length) / 1000 AS mean,
  quantileExactInclusive(0.5)(length) / 1000 AS median
FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
) AS session
GROUP BY bucket WITH ROLLUP;

-- a filter of actions
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS sessions,
  100 * countIf(session.actions = 1) / count() AS rejection,
  avg(session.actions) AS actions,
  avg(length) / 1000 AS mean,
  quantileExactInclusive(0.5)(length) / 1000 AS median
FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
) AS session
GROUP BY bucket WITH ROLLUP;
