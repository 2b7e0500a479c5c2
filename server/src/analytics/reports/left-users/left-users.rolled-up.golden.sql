-- rolled up
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(intDiv(change.1, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  countIf(change.2 = 'away') AS away_before,
  countIf(change.2 = 'left') AS left,
  countIf(change.2 = 'returned') AS returned,
  uniqExactIf(user_id, change.2 = 'left') AS left_users,
  uniqExactIf(user_id, change.2 = 'returned') AS returned_users
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
  SELECT user_id, toUnixTimestamp64Milli(time) * 4 + if(is_return, 1, 3) AS step, true AS counts, true AS is_meeting
  FROM turns
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, toUnixTimestamp64Milli(first_time) * 4 + 1, false, true
  FROM people FINAL
  WHERE bot = {bot:String} AND true AND user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  UNION ALL
  
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE true AND (user_id IN (SELECT user_id FROM turns WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true) OR user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  
  )
  GROUP BY user_id
  HAVING max(is_meeting)
)
ARRAY JOIN arrayConcat(
  if(gone_before, [({start:Int64}, 'away')], []),
  arrayMap(moment -> (moment, 'left'), leaving),
  arrayMap(moment -> (moment, 'returned'), returning)) AS change
GROUP BY bucket WITH ROLLUP;

-- rolled up, a filter of actions
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(intDiv(change.1, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  countIf(change.2 = 'away') AS away_before,
  countIf(change.2 = 'left') AS left,
  countIf(change.2 = 'returned') AS returned,
  uniqExactIf(user_id, change.2 = 'left') AS left_users,
  uniqExactIf(user_id, change.2 = 'returned') AS returned_users
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
  SELECT user_id, toUnixTimestamp64Milli(time) * 4 + if(is_return, 1, 3) AS step, true AS counts, true AS is_meeting
  FROM turns
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
  UNION ALL
  SELECT user_id, toUnixTimestamp64Milli(first_time) * 4 + 1, false, true
  FROM people FINAL
  WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)}) AND user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  UNION ALL
  
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)}) AND (user_id IN (SELECT user_id FROM turns WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})) OR user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  
  )
  GROUP BY user_id
  HAVING max(is_meeting)
)
ARRAY JOIN arrayConcat(
  if(gone_before, [({start:Int64}, 'away')], []),
  arrayMap(moment -> (moment, 'left'), leaving),
  arrayMap(moment -> (moment, 'returned'), returning)) AS change
GROUP BY bucket WITH ROLLUP;
