-- rolled up
WITH
  arrayPushFront(arrayPopFront(arrayDifference(days)), 9999) AS rests_before,
  arrayPushBack(arrayPopFront(arrayDifference(days)), 9999) AS rests_after,
  arrayFilter(bucket -> bucket > 0,
    arrayDistinct(arrayMap(day -> arrayElement({bucket_of_day:Array(UInt16)}, day + 1), days))) AS buckets,
  arrayJoin(arrayConcat(
    arrayMap(one -> toUInt32(one + 100000), days),
    arrayMap(one -> toUInt32(one + 200000), buckets),
    arrayMap(one -> toUInt32(one + 300000), if(notEmpty(buckets), [0], [])),
    arrayMap(one -> toUInt32(one + 400000), arrayFilter((day, rest) -> rest >= 7, days, rests_before)),
    arrayMap(one -> toUInt32(one + 500007), arrayFilter((day, rest) -> rest >= 7, days, rests_after)),
    arrayMap(one -> toUInt32(one + 600000), arrayFilter((day, rest) -> rest >= 30, days, rests_before)),
    arrayMap(one -> toUInt32(one + 700030), arrayFilter((day, rest) -> rest >= 30, days, rests_after)))) AS marked
SELECT intDiv(marked, 100000) AS mark, marked % 100000 AS position, sum(people) AS users
FROM (
  SELECT
    count() AS people,
    arrayConcat(
      arrayMap(bit -> bit + 0, bitPositionsToArray(word_0))) AS days
  FROM (
    SELECT
      groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1 AS day
      FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
    )
    GROUP BY user_id
  )
  GROUP BY word_0
)
GROUP BY marked;
