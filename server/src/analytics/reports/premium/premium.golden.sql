-- equal days
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, toUInt8(1) AS value FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(people.last_profile, 'is_premium')
) AS person USING user_id
GROUP BY value, bucket;

-- days around a clock change
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, toUInt8(1) AS value FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(people.last_profile, 'is_premium')
) AS person USING user_id
GROUP BY value, bucket;

-- a year of months
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, toUInt8(1) AS value FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(people.last_profile, 'is_premium')
) AS person USING user_id
GROUP BY value, bucket;
