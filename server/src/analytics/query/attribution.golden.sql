-- users with a value: first of source
SELECT user_id, tupleElement(first_source, 'source') AS value
FROM users FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < <until> AND value != '';
-- the same, rolled up: first of source
SELECT user_id, tupleElement(first_source, 'source') AS value
FROM <users where some rows are stale>
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < <until> AND value != '';
-- conversions: first of source
SELECT one.*, if(credit.since <= one.time, credit.value, '') AS value
FROM <conversions> AS one
LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value, tupleElement(first_source, 'time') AS since
FROM users FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < <until>
    AND value != '') AS credit
  ON credit.user_id = one.user_id;
-- users: first of source
SELECT user_id, if(tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < <until>, tupleElement(first_source,
    'source'), '') AS value
FROM users FINAL
WHERE bot = {bot:String};
-- users with a value: first of <parameter>
SELECT user_id, argMin(toString(<parameter>), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < <until>
  AND user_id NOT IN (SELECT user_id FROM users FINAL
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != '';
-- the same, rolled up: first of <parameter>
SELECT user_id, argMin(toString(<parameter>), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM (
  SELECT user_id, time, id, source, params FROM launches
  WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND user_id NOT IN {stale_users:Array(Int64)} AND time < <until> AND is_start AND user_id != 0
  UNION ALL
  SELECT user_id, time, id, source, params FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>
  UNION ALL
  SELECT user_id, time, id, source, params FROM events FINAL
PREWHERE is_start AND user_id IN {stale_users:Array(Int64)} AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>
)
WHERE true
  AND user_id NOT IN (SELECT user_id FROM <users where some rows are stale>
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != '';
-- conversions: first of <parameter>
SELECT one.*, if(credit.since <= one.time, credit.value, '') AS value
FROM <conversions> AS one
LEFT JOIN (SELECT user_id, argMin(toString(<parameter>), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value, min(time) AS since
FROM events FINAL
PREWHERE is_start AND user_id IN (SELECT user_id FROM <conversions>)
WHERE bot = {bot:String} AND time < <until>
  AND user_id NOT IN (SELECT user_id FROM users FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM <conversions>) AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != '') AS credit
  ON credit.user_id = one.user_id;
-- users: first of <parameter>
SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM users FINAL
WHERE bot = {bot:String}
  UNION ALL
  SELECT user_id, argMin(toString(<parameter>), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < <until>
  AND user_id NOT IN (SELECT user_id FROM users FINAL
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != ''
)
GROUP BY user_id;
-- users with a value: last of <value>
SELECT user_id, argMax(toString(<value>), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id != 0
WHERE bot = {bot:String} AND time < <until>
GROUP BY user_id
HAVING value != '';
-- the same, rolled up: last of <value>
SELECT user_id, argMax(toString(<value>), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM (
  SELECT user_id, time, id, source, params FROM launches
  WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND user_id NOT IN {stale_users:Array(Int64)} AND time < <until> AND is_tracked AND user_id != 0
  UNION ALL
  SELECT user_id, time, id, source, params FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id != 0
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>
  UNION ALL
  SELECT user_id, time, id, source, params FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id IN {stale_users:Array(Int64)} AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>
)
WHERE true
GROUP BY user_id
HAVING value != '';
-- conversions: last of <value>
SELECT one.*, credit.value AS value
FROM <conversions> AS one
ASOF LEFT JOIN (SELECT user_id, time AS since, argMax(toString(<value>), id) AS value
FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id IN (SELECT user_id FROM <conversions>)
WHERE bot = {bot:String} AND time < <until>
GROUP BY user_id, since) AS credit
  ON credit.user_id = one.user_id AND credit.since <= one.time;
-- users: last of <value>
SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM users FINAL
WHERE bot = {bot:String}
  UNION ALL
  SELECT user_id, argMax(toString(<value>), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id != 0
WHERE bot = {bot:String} AND time < <until>
GROUP BY user_id
HAVING value != ''
)
GROUP BY user_id;
-- users with a value: last_significant of <value>
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
    SELECT user_id, toString(<value>) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)),
        22) + bitShiftLeft(toUInt64(membership = 'blocked'), 21) + bitShiftRight(id, 44) * 2 + (is_start AND start_payload != ''
            AND NOT match(start_payload, '^bizChat-?[0-9]+$')) AS step
    FROM events FINAL
PREWHERE (is_start OR membership = 'blocked') AND user_id != 0
WHERE bot = {bot:String} AND time < <until>
    UNION ALL
    SELECT user_id, '' AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(first_action)), 22) AS step
    FROM users FINAL
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time') AND tupleElement(first_source, 'time') < <until>
    )
    GROUP BY user_id
  )
)
GROUP BY user_id
HAVING value != '';
-- the same, rolled up: last_significant of <value>
SELECT user_id, argMax(value, credit) AS value
FROM (
  SELECT user_id, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'blocked'), 21) + bitShiftRight(id,
      44) * 2 + (is_tracked) AS credit, toString(<value>) AS value
  FROM launches
  WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
      AND user_id NOT IN {stale_users:Array(Int64)} AND time < <until> AND is_significant AND user_id != 0
  UNION ALL
  SELECT user_id, credit, value
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
    SELECT user_id, toString(<value>) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)),
        22) + bitShiftLeft(toUInt64(membership = 'blocked'), 21) + bitShiftRight(id, 44) * 2 + (is_tracked) AS step
    FROM launches
WHERE bot = {bot:String} AND generation = {rolled_generation:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC')
    AND user_id NOT IN {stale_users:Array(Int64)} AND user_id IN (SELECT user_id FROM events
      PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')
      WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>)
    UNION ALL
    SELECT user_id, toString(<value>) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)),
        22) + bitShiftLeft(toUInt64(membership = 'blocked'), 21) + bitShiftRight(id, 44) * 2 + (is_start AND start_payload != ''
            AND NOT match(start_payload, '^bizChat-?[0-9]+$')) AS step
    FROM events FINAL
PREWHERE (is_start OR membership = 'blocked') AND user_id != 0
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>
    UNION ALL
    SELECT user_id, toString(<value>) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)),
        22) + bitShiftLeft(toUInt64(membership = 'blocked'), 21) + bitShiftRight(id, 44) * 2 + (is_start AND start_payload != ''
            AND NOT match(start_payload, '^bizChat-?[0-9]+$')) AS step
    FROM events FINAL
PREWHERE (is_start OR membership = 'blocked') AND user_id IN {stale_users:Array(Int64)} AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>
    UNION ALL
    SELECT user_id, '' AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(first_action)), 22) AS step
    FROM <users where some rows are stale>
WHERE bot = {bot:String} AND (user_id IN (SELECT user_id FROM events
      PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')
      WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < <until>)
          OR user_id IN {stale_users:Array(Int64)}) AND first_action < tupleElement(first_source, 'time') AND tupleElement(first_source,
              'time') < <until>
    )
    GROUP BY user_id
  )
  )
  WHERE (bitShiftRight(credit, 22) >= {rolled_until:Int64} OR user_id IN {stale_users:Array(Int64)}) AND user_id != 0
)
GROUP BY user_id
HAVING value != '';
-- conversions: last_significant of <value>
SELECT one.*, credit.value AS value
FROM <conversions> AS one
ASOF LEFT JOIN (SELECT user_id, fromUnixTimestamp64Milli(toInt64(bitShiftRight(credit, 22)), 'UTC') AS since,
  argMax(value, credit) AS value
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
    SELECT user_id, toString(<value>) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)),
        22) + bitShiftLeft(toUInt64(membership = 'blocked'), 21) + bitShiftRight(id, 44) * 2 + (is_start AND start_payload != ''
            AND NOT match(start_payload, '^bizChat-?[0-9]+$')) AS step
    FROM events FINAL
PREWHERE (is_start OR membership = 'blocked') AND user_id IN (SELECT user_id FROM <conversions>)
WHERE bot = {bot:String} AND time < <until>
    UNION ALL
    SELECT user_id, '' AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(first_action)), 22) AS step
    FROM users FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM <conversions>) AND first_action < tupleElement(first_source, 'time')
    AND tupleElement(first_source, 'time') < <until>
    )
    GROUP BY user_id
  )
)
GROUP BY user_id, since) AS credit
  ON credit.user_id = one.user_id AND credit.since <= one.time;
