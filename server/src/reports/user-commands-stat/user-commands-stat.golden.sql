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
  if(events.type = 'text', text, events.name) AS name,
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS actions,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, events.name) IN {names:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name, bucket WITH ROLLUP;

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
  if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name) AS name,
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS actions,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND events.type IN ('command', 'button') AND events.name != '' AND if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name) IN {names:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name, bucket WITH ROLLUP;

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
  if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) AS name,
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS actions,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) IN {names:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name, bucket WITH ROLLUP;
