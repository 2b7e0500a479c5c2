-- equal days
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
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
) AS session
GROUP BY bucket WITH ROLLUP;

-- days around a clock change
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) AS bucket,
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
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
) AS session
GROUP BY bucket WITH ROLLUP;

-- a year of months
SELECT
  toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) AS bucket,
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
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time FROM events FINAL
  PREWHERE is_action AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND is_action AND user_id != 0
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
) AS session
GROUP BY bucket WITH ROLLUP;
