-- new_users
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM people FINAL
WHERE bot = {bot:String}
  AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}
    AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
ORDER BY last_time DESC, user_id;

-- left_users
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id
  FROM (
  WITH
    {start:Int64} * 4 AS first_step,
    minIf(step, is_meeting) AS first_met,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_met, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_met AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM (
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}) AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
  GROUP BY user_id
  HAVING max(is_meeting)
  )
  WHERE notEmpty(leaving))
ORDER BY last_time DESC, user_id;

-- return_users
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id
  FROM (
  WITH
    {start:Int64} * 4 AS first_step,
    minIf(step, is_meeting) AS first_met,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_met, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_met AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM (
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}) AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
  GROUP BY user_id
  HAVING max(is_meeting)
  )
  WHERE notEmpty(returning))
ORDER BY last_time DESC, user_id;

-- visitors
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
ORDER BY last_time DESC, user_id;

-- active_users
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
ORDER BY last_time DESC, user_id;

-- messages_from_user
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
ORDER BY last_time DESC, user_id;

-- event_stat
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id
  FROM (SELECT user_id, direction, if(kind = 'call', multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), kind) AS event FROM events FINAL
PREWHERE user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind != 'imported' AND (membership != 'back' OR kind = 'my_chat_member') AND user_id != 0)
  WHERE direction = {line:String})
ORDER BY last_time DESC, user_id;

-- count_users
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM people FINAL
WHERE bot = {bot:String}
  AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
ORDER BY last_time DESC, user_id;

-- users_graph
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM people FINAL
WHERE bot = {bot:String}
  AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND user_id NOT IN (
  SELECT user_id
  FROM (
  WITH
    {start:Int64} * 4 AS first_step,
    minIf(step, is_meeting) AS first_met,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_met, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_met AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM (
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}) AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
  GROUP BY user_id
  HAVING max(is_meeting)
  )
  WHERE gone_before + length(leaving) > length(returning)))
ORDER BY last_time DESC, user_id;

-- retention
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM people FINAL
WHERE bot = {bot:String}
  AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)} AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
ORDER BY last_time DESC, user_id;

-- user_commands_stat
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
ORDER BY last_time DESC, user_id;

-- activity_hours
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
    AND toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) IN {hours:Array(UInt16)})
ORDER BY last_time DESC, user_id;

-- audience
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0) WHERE user_id IN (
    SELECT user_id FROM (SELECT user_id, tupleElement(people.last_profile, 'language') AS value FROM people FINAL
WHERE bot = {bot:String}
  AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}) WHERE true))
ORDER BY last_time DESC, user_id;

-- gender
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
ORDER BY last_time DESC, user_id;

-- premium
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0))
ORDER BY last_time DESC, user_id;

-- utm_summary
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)) WHERE user_id IN (SELECT user_id FROM (SELECT user_id, if(tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC'), tupleElement(first_source, 'source'), '') AS value
FROM people FINAL
WHERE bot = {bot:String}) WHERE true))
ORDER BY last_time DESC, user_id;

-- utm_charts
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id, time, toString(source) AS value
  FROM events FINAL
PREWHERE is_start AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM people FINAL
WHERE bot = {bot:String}
  AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)}
    AND first_action < tupleElement(first_source, 'time')
    AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC')) WHERE true)
ORDER BY last_time DESC, user_id;
