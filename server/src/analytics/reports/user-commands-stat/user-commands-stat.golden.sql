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
  toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- equal days
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;

-- days around a clock change
SELECT
  toUInt16(toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- a year of months
SELECT
  toUInt16(toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- hidden commands
SELECT if(events.type = 'text', text, events.name) AS name
FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};

-- hidden commands
SELECT
  toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(if(events.type = 'text', text, events.name), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- hidden commands
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'text', text, events.name), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;

-- short buttons
SELECT if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name) AS name
FROM events FINAL
PREWHERE is_action AND events.type IN ('command', 'button') AND events.name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};

-- short buttons
SELECT
  toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND events.type IN ('command', 'button') AND events.name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- short buttons
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND events.type IN ('command', 'button') AND events.name != ''
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;

-- hidden commands and short buttons
SELECT if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) AS name
FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};

-- hidden commands and short buttons
SELECT
  toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- hidden commands and short buttons
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;
