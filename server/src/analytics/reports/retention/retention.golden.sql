-- equal days
SELECT toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort, count() AS size
FROM people FINAL
WHERE bot = {bot:String} AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY cohort;

-- equal days
SELECT cohort, step, count() AS users
FROM (
  SELECT cohort, arrayJoin(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0))) - cohort AS step
  FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({horizon:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
  ) AS acting
  INNER JOIN (
    SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort
    FROM people FINAL
WHERE bot = {bot:String} AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) AS newcomer USING user_id
)
WHERE step < {most:UInt16}
GROUP BY cohort, step;

-- days around a clock change
SELECT toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) AS cohort, count() AS size
FROM people FINAL
WHERE bot = {bot:String} AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY cohort;

-- days around a clock change
SELECT cohort, step, count() AS users
FROM (
  SELECT cohort, arrayJoin(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0))) - cohort AS step
  FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({horizon:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
  ) AS acting
  INNER JOIN (
    SELECT user_id, toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) AS cohort
    FROM people FINAL
WHERE bot = {bot:String} AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) AS newcomer USING user_id
)
WHERE step < {most:UInt16}
GROUP BY cohort, step;

-- a year of months
SELECT toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) AS cohort, count() AS size
FROM people FINAL
WHERE bot = {bot:String} AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY cohort;

-- a year of months
SELECT cohort, step, count() AS users
FROM (
  SELECT cohort, arrayJoin(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0))) - cohort AS step
  FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({horizon:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
  ) AS acting
  INNER JOIN (
    SELECT user_id, toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) AS cohort
    FROM people FINAL
WHERE bot = {bot:String} AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) AS newcomer USING user_id
)
WHERE step < {most:UInt16}
GROUP BY cohort, step;
