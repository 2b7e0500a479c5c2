-- equal days
SELECT toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(type, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- days around a clock change
SELECT toUInt16(toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) * 64 + transform(type, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- a year of months
SELECT toUInt16(toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) * 64 + transform(type, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- hidden commands
SELECT toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(if(events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}, 'command', events.type), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;
