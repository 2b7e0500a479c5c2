-- equal days
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds
FROM (
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
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}
)
GROUP BY bucket WITH ROLLUP;

-- days around a clock change
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds
FROM (
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
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}
)
GROUP BY bucket WITH ROLLUP;

-- a year of months
SELECT
  toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds
FROM (
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
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}
)
GROUP BY bucket WITH ROLLUP;
