-- equal days
SELECT toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket, count() AS users
FROM people FINAL
WHERE bot = {bot:String}
  AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket WITH ROLLUP;

-- days around a clock change
SELECT toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) AS bucket, count() AS users
FROM people FINAL
WHERE bot = {bot:String}
  AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket WITH ROLLUP;

-- a year of months
SELECT toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) AS bucket, count() AS users
FROM people FINAL
WHERE bot = {bot:String}
  AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket WITH ROLLUP;
