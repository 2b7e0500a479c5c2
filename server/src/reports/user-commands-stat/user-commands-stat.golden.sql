-- equal days
SELECT name
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};

-- equal days
SELECT
  name,
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS actions,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {names:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name, bucket WITH ROLLUP;

-- days around a clock change
SELECT
  name,
  toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) AS bucket,
  count() AS actions,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {names:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name, bucket WITH ROLLUP;
