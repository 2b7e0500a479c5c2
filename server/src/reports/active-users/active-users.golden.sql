-- equal days
WITH
  arrayPushFront(arrayPopFront(arrayDifference(days)), 9999) AS rests_before,
  arrayPushBack(arrayPopFront(arrayDifference(days)), 9999) AS rests_after,
  arrayFilter(bucket -> bucket > 0,
    arrayDistinct(arrayMap(day -> arrayElement({bucket_of_day:Array(UInt16)}, day + 1), days))) AS buckets
SELECT counted.1 AS mark, counted.2 AS position, count() AS users
FROM (
  SELECT
    groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0,
    arrayConcat(
      arrayMap(bit -> bit + 0, bitPositionsToArray(word_0))) AS days
  FROM (
    SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1 AS day
    FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  )
  GROUP BY user_id
)
ARRAY JOIN arrayConcat(
  arrayMap(day -> (1, toUInt16(day)), days),
  arrayMap(bucket -> (2, bucket), buckets),
  if(notEmpty(buckets), [(3, toUInt16(0))], []),
  arrayMap(day -> (4, toUInt16(day)), arrayFilter((day, rest) -> rest >= 7, days, rests_before)),
  arrayMap(day -> (5, toUInt16(day + 7)), arrayFilter((day, rest) -> rest >= 7, days, rests_after)),
  arrayMap(day -> (6, toUInt16(day)), arrayFilter((day, rest) -> rest >= 30, days, rests_before)),
  arrayMap(day -> (7, toUInt16(day + 30)), arrayFilter((day, rest) -> rest >= 30, days, rests_after))) AS counted
GROUP BY mark, position;

-- days around a clock change
WITH
  arrayPushFront(arrayPopFront(arrayDifference(days)), 9999) AS rests_before,
  arrayPushBack(arrayPopFront(arrayDifference(days)), 9999) AS rests_after,
  arrayFilter(bucket -> bucket > 0,
    arrayDistinct(arrayMap(day -> arrayElement({bucket_of_day:Array(UInt16)}, day + 1), days))) AS buckets
SELECT counted.1 AS mark, counted.2 AS position, count() AS users
FROM (
  SELECT
    groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0,
    arrayConcat(
      arrayMap(bit -> bit + 0, bitPositionsToArray(word_0))) AS days
  FROM (
    SELECT user_id, toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) - 1 AS day
    FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  )
  GROUP BY user_id
)
ARRAY JOIN arrayConcat(
  arrayMap(day -> (1, toUInt16(day)), days),
  arrayMap(bucket -> (2, bucket), buckets),
  if(notEmpty(buckets), [(3, toUInt16(0))], []),
  arrayMap(day -> (4, toUInt16(day)), arrayFilter((day, rest) -> rest >= 7, days, rests_before)),
  arrayMap(day -> (5, toUInt16(day + 7)), arrayFilter((day, rest) -> rest >= 7, days, rests_after)),
  arrayMap(day -> (6, toUInt16(day)), arrayFilter((day, rest) -> rest >= 30, days, rests_before)),
  arrayMap(day -> (7, toUInt16(day + 30)), arrayFilter((day, rest) -> rest >= 30, days, rests_after))) AS counted
GROUP BY mark, position;

-- a year of months
WITH
  arrayPushFront(arrayPopFront(arrayDifference(days)), 9999) AS rests_before,
  arrayPushBack(arrayPopFront(arrayDifference(days)), 9999) AS rests_after,
  arrayFilter(bucket -> bucket > 0,
    arrayDistinct(arrayMap(day -> arrayElement({bucket_of_day:Array(UInt16)}, day + 1), days))) AS buckets
SELECT counted.1 AS mark, counted.2 AS position, count() AS users
FROM (
  SELECT user_id, arraySort(groupUniqArray(toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) - 1)) AS days
  FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
ARRAY JOIN arrayConcat(
  arrayMap(day -> (1, toUInt16(day)), days),
  arrayMap(bucket -> (2, bucket), buckets),
  if(notEmpty(buckets), [(3, toUInt16(0))], []),
  arrayMap(day -> (4, toUInt16(day)), arrayFilter((day, rest) -> rest >= 7, days, rests_before)),
  arrayMap(day -> (5, toUInt16(day + 7)), arrayFilter((day, rest) -> rest >= 7, days, rests_after)),
  arrayMap(day -> (6, toUInt16(day)), arrayFilter((day, rest) -> rest >= 30, days, rests_before)),
  arrayMap(day -> (7, toUInt16(day + 30)), arrayFilter((day, rest) -> rest >= 30, days, rests_after))) AS counted
GROUP BY mark, position;
