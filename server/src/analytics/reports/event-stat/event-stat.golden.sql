-- equal days
SELECT toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + (transform(kind, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0) + if(kind = 'call', transform(multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0), 0))) AS key, count() AS number
FROM events FINAL
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind != 'imported' AND (membership != 'back' OR kind = 'my_chat_member')
GROUP BY key;

-- days around a clock change
SELECT toUInt16(toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) * 64 + (transform(kind, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0) + if(kind = 'call', transform(multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0), 0))) AS key, count() AS number
FROM events FINAL
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind != 'imported' AND (membership != 'back' OR kind = 'my_chat_member')
GROUP BY key;

-- a year of months
SELECT toUInt16(toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) * 64 + (transform(kind, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0) + if(kind = 'call', transform(multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0), 0))) AS key, count() AS number
FROM events FINAL
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND kind != 'imported' AND (membership != 'back' OR kind = 'my_chat_member')
GROUP BY key;
