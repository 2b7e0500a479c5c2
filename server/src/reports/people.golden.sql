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

-- session_count
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE true)
ORDER BY last_time DESC, user_id;

-- avg_duration_session
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE true)
ORDER BY last_time DESC, user_id;

-- avg_events_session
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE true)
ORDER BY last_time DESC, user_id;

-- rejection
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, moments[1] AS begin, moments[-1] - moments[1] AS length, length(moments) AS actions
  FROM (
    SELECT
      user_id,
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM (
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)
  WHERE actions = 1)
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
WHERE bot = {bot:String} AND first_time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')) WHERE true))
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

-- conversion_summary
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT id, user_id, time, target_id, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), if(paid < 0, -1, 1) * arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      NULL) AS amount, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []),
        if(is_action AND type = 'command', arrayFilter((target, value) -> value = name, {target_command_ids:Array(UInt64)}, {target_command:Array(String)}), []),
        if(is_action AND type = 'button', arrayFilter((target, value) -> value = name, {target_button_ids:Array(UInt64)}, {target_button:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = text, {target_short_ids:Array(UInt64)}, {target_short:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = long_text, {target_long_ids:Array(UInt64)}, {target_long:Array(String)}), []),
        if(is_start AND start_payload != '', arrayFilter((target, value) -> value = start_payload, {target_payload_ids:Array(UInt64)}, {target_payload:Array(String)}), []),
        if(direction = 'in', arrayFilter((target, value) -> value = kind, {target_event_ids:Array(UInt64)}, {target_event:Array(String)}), []),
        if(kind = 'hit', arrayFilter((target, value) -> value = name, {target_hit_ids:Array(UInt64)}, {target_hit:Array(String)}), []),
        if(is_action AND type = 'button' AND startsWith(name, {target_5:String}), [{target_5_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0), [{target_8_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String})), [{target_9_id:UInt64}], []),
        if(is_start, [{target_10_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_12:String}), [{target_12_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_13:String}) AND params[{target_13:String}] = {target_13_value:String}, [{target_13_id:UInt64}], []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)}
      OR is_action AND type = 'command' AND name IN {target_command:Array(String)}
      OR is_action AND type = 'button' AND name IN {target_button:Array(String)}
      OR is_action AND type IN ('text', 'command') AND text IN {target_short:Array(String)}
      OR is_action AND type IN ('text', 'command') AND long_text IN {target_long:Array(String)}
      OR is_start AND start_payload != '' AND start_payload IN {target_payload:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}
      OR kind = 'hit' AND name IN {target_hit:Array(String)}
      OR is_action AND type = 'button' AND startsWith(name, {target_5:String})
      OR is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0)
      OR is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String}))
      OR is_start
      OR is_start AND start_payload != ''
      OR is_start AND start_payload != '')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (kind = 'conversion')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(events.currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind = 'message' AND user_id != 0
      GROUP BY charge, is_back
    )
    WHERE (charge, is_back) NOT IN (SELECT charge_id, amount < 0 FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND kind = 'message' AND user_id != 0)
  )
) WHERE NOT is_refund)
ORDER BY last_time DESC, user_id;

-- conversions_summary
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT id, user_id, time, target_id, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), if(paid < 0, -1, 1) * arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      NULL) AS amount, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []),
        if(is_action AND type = 'command', arrayFilter((target, value) -> value = name, {target_command_ids:Array(UInt64)}, {target_command:Array(String)}), []),
        if(is_action AND type = 'button', arrayFilter((target, value) -> value = name, {target_button_ids:Array(UInt64)}, {target_button:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = text, {target_short_ids:Array(UInt64)}, {target_short:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = long_text, {target_long_ids:Array(UInt64)}, {target_long:Array(String)}), []),
        if(is_start AND start_payload != '', arrayFilter((target, value) -> value = start_payload, {target_payload_ids:Array(UInt64)}, {target_payload:Array(String)}), []),
        if(direction = 'in', arrayFilter((target, value) -> value = kind, {target_event_ids:Array(UInt64)}, {target_event:Array(String)}), []),
        if(kind = 'hit', arrayFilter((target, value) -> value = name, {target_hit_ids:Array(UInt64)}, {target_hit:Array(String)}), []),
        if(is_action AND type = 'button' AND startsWith(name, {target_5:String}), [{target_5_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0), [{target_8_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String})), [{target_9_id:UInt64}], []),
        if(is_start, [{target_10_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_12:String}), [{target_12_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_13:String}) AND params[{target_13:String}] = {target_13_value:String}, [{target_13_id:UInt64}], []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)}
      OR is_action AND type = 'command' AND name IN {target_command:Array(String)}
      OR is_action AND type = 'button' AND name IN {target_button:Array(String)}
      OR is_action AND type IN ('text', 'command') AND text IN {target_short:Array(String)}
      OR is_action AND type IN ('text', 'command') AND long_text IN {target_long:Array(String)}
      OR is_start AND start_payload != '' AND start_payload IN {target_payload:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}
      OR kind = 'hit' AND name IN {target_hit:Array(String)}
      OR is_action AND type = 'button' AND startsWith(name, {target_5:String})
      OR is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0)
      OR is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String}))
      OR is_start
      OR is_start AND start_payload != ''
      OR is_start AND start_payload != '')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (kind = 'conversion')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(events.currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind = 'message' AND user_id != 0
      GROUP BY charge, is_back
    )
    WHERE (charge, is_back) NOT IN (SELECT charge_id, amount < 0 FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND kind = 'message' AND user_id != 0)
  )
) WHERE NOT is_refund)
ORDER BY last_time DESC, user_id;

-- conversions_chart_summary
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT id, user_id, time, target_id, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), if(paid < 0, -1, 1) * arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      NULL) AS amount, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []),
        if(is_action AND type = 'command', arrayFilter((target, value) -> value = name, {target_command_ids:Array(UInt64)}, {target_command:Array(String)}), []),
        if(is_action AND type = 'button', arrayFilter((target, value) -> value = name, {target_button_ids:Array(UInt64)}, {target_button:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = text, {target_short_ids:Array(UInt64)}, {target_short:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = long_text, {target_long_ids:Array(UInt64)}, {target_long:Array(String)}), []),
        if(is_start AND start_payload != '', arrayFilter((target, value) -> value = start_payload, {target_payload_ids:Array(UInt64)}, {target_payload:Array(String)}), []),
        if(direction = 'in', arrayFilter((target, value) -> value = kind, {target_event_ids:Array(UInt64)}, {target_event:Array(String)}), []),
        if(kind = 'hit', arrayFilter((target, value) -> value = name, {target_hit_ids:Array(UInt64)}, {target_hit:Array(String)}), []),
        if(is_action AND type = 'button' AND startsWith(name, {target_5:String}), [{target_5_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0), [{target_8_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String})), [{target_9_id:UInt64}], []),
        if(is_start, [{target_10_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_12:String}), [{target_12_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_13:String}) AND params[{target_13:String}] = {target_13_value:String}, [{target_13_id:UInt64}], []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)}
      OR is_action AND type = 'command' AND name IN {target_command:Array(String)}
      OR is_action AND type = 'button' AND name IN {target_button:Array(String)}
      OR is_action AND type IN ('text', 'command') AND text IN {target_short:Array(String)}
      OR is_action AND type IN ('text', 'command') AND long_text IN {target_long:Array(String)}
      OR is_start AND start_payload != '' AND start_payload IN {target_payload:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}
      OR kind = 'hit' AND name IN {target_hit:Array(String)}
      OR is_action AND type = 'button' AND startsWith(name, {target_5:String})
      OR is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0)
      OR is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String}))
      OR is_start
      OR is_start AND start_payload != ''
      OR is_start AND start_payload != '')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (kind = 'conversion')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(events.currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind = 'message' AND user_id != 0
      GROUP BY charge, is_back
    )
    WHERE (charge, is_back) NOT IN (SELECT charge_id, amount < 0 FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND kind = 'message' AND user_id != 0)
  )
) WHERE NOT is_refund)
ORDER BY last_time DESC, user_id;

-- conversion_sources
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT conversion.*, credit.value AS value
FROM (
  SELECT id, user_id, time, target_id, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), if(paid < 0, -1, 1) * arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      NULL) AS amount, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []),
        if(is_action AND type = 'command', arrayFilter((target, value) -> value = name, {target_command_ids:Array(UInt64)}, {target_command:Array(String)}), []),
        if(is_action AND type = 'button', arrayFilter((target, value) -> value = name, {target_button_ids:Array(UInt64)}, {target_button:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = text, {target_short_ids:Array(UInt64)}, {target_short:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = long_text, {target_long_ids:Array(UInt64)}, {target_long:Array(String)}), []),
        if(is_start AND start_payload != '', arrayFilter((target, value) -> value = start_payload, {target_payload_ids:Array(UInt64)}, {target_payload:Array(String)}), []),
        if(direction = 'in', arrayFilter((target, value) -> value = kind, {target_event_ids:Array(UInt64)}, {target_event:Array(String)}), []),
        if(kind = 'hit', arrayFilter((target, value) -> value = name, {target_hit_ids:Array(UInt64)}, {target_hit:Array(String)}), []),
        if(is_action AND type = 'button' AND startsWith(name, {target_5:String}), [{target_5_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0), [{target_8_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String})), [{target_9_id:UInt64}], []),
        if(is_start, [{target_10_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_12:String}), [{target_12_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_13:String}) AND params[{target_13:String}] = {target_13_value:String}, [{target_13_id:UInt64}], []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)}
      OR is_action AND type = 'command' AND name IN {target_command:Array(String)}
      OR is_action AND type = 'button' AND name IN {target_button:Array(String)}
      OR is_action AND type IN ('text', 'command') AND text IN {target_short:Array(String)}
      OR is_action AND type IN ('text', 'command') AND long_text IN {target_long:Array(String)}
      OR is_start AND start_payload != '' AND start_payload IN {target_payload:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}
      OR kind = 'hit' AND name IN {target_hit:Array(String)}
      OR is_action AND type = 'button' AND startsWith(name, {target_5:String})
      OR is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0)
      OR is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String}))
      OR is_start
      OR is_start AND start_payload != ''
      OR is_start AND start_payload != '')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (kind = 'conversion')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(events.currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind = 'message' AND user_id != 0
      GROUP BY charge, is_back
    )
    WHERE (charge, is_back) NOT IN (SELECT charge_id, amount < 0 FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND kind = 'message' AND user_id != 0)
  )
) AS conversion
LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != '') AS credit
  ON credit.user_id = conversion.user_id) WHERE NOT is_refund AND true)
ORDER BY last_time DESC, user_id;

-- sum_income
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT id, user_id, time, target_id, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), if(paid < 0, -1, 1) * arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      NULL) AS amount, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []),
        if(is_action AND type = 'command', arrayFilter((target, value) -> value = name, {target_command_ids:Array(UInt64)}, {target_command:Array(String)}), []),
        if(is_action AND type = 'button', arrayFilter((target, value) -> value = name, {target_button_ids:Array(UInt64)}, {target_button:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = text, {target_short_ids:Array(UInt64)}, {target_short:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = long_text, {target_long_ids:Array(UInt64)}, {target_long:Array(String)}), []),
        if(is_start AND start_payload != '', arrayFilter((target, value) -> value = start_payload, {target_payload_ids:Array(UInt64)}, {target_payload:Array(String)}), []),
        if(direction = 'in', arrayFilter((target, value) -> value = kind, {target_event_ids:Array(UInt64)}, {target_event:Array(String)}), []),
        if(kind = 'hit', arrayFilter((target, value) -> value = name, {target_hit_ids:Array(UInt64)}, {target_hit:Array(String)}), []),
        if(is_action AND type = 'button' AND startsWith(name, {target_5:String}), [{target_5_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0), [{target_8_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String})), [{target_9_id:UInt64}], []),
        if(is_start, [{target_10_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_12:String}), [{target_12_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_13:String}) AND params[{target_13:String}] = {target_13_value:String}, [{target_13_id:UInt64}], []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)}
      OR is_action AND type = 'command' AND name IN {target_command:Array(String)}
      OR is_action AND type = 'button' AND name IN {target_button:Array(String)}
      OR is_action AND type IN ('text', 'command') AND text IN {target_short:Array(String)}
      OR is_action AND type IN ('text', 'command') AND long_text IN {target_long:Array(String)}
      OR is_start AND start_payload != '' AND start_payload IN {target_payload:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}
      OR kind = 'hit' AND name IN {target_hit:Array(String)}
      OR is_action AND type = 'button' AND startsWith(name, {target_5:String})
      OR is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0)
      OR is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String}))
      OR is_start
      OR is_start AND start_payload != ''
      OR is_start AND start_payload != '')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (kind = 'conversion')
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(events.currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind = 'message' AND user_id != 0
      GROUP BY charge, is_back
    )
    WHERE (charge, is_back) NOT IN (SELECT charge_id, amount < 0 FROM events FINAL
PREWHERE type = 'payment'
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND kind = 'message' AND user_id != 0)
  )
) WHERE currency != '')
ORDER BY last_time DESC, user_id;

-- web_sessions
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
  SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', ''))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}))
ORDER BY last_time DESC, user_id;

-- app_session_source
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(source)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, source FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, source FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}) WHERE true)
ORDER BY last_time DESC, user_id;

-- app_session_device
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(platform)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, platform FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, platform FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}) WHERE true)
ORDER BY last_time DESC, user_id;

-- app_session_version
SELECT user_id
FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(app_version)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_1:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}) WHERE true)
ORDER BY last_time DESC, user_id;
