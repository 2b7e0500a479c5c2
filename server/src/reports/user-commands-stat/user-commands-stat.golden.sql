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
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- equal days
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
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
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- a year of months
SELECT
  toUInt16(toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
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
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, events.name) IN {words:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- hidden commands
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'text', text, events.name), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, events.name) IN {words:Array(String)}
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
PREWHERE is_action AND events.type IN ('command', 'button') AND events.name != '' AND if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name) IN {words:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- short buttons
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND events.type IN ('command', 'button') AND events.name != '' AND if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name) IN {words:Array(String)}
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
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) IN {words:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- hidden commands and short buttons
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)}) AND if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) IN {words:Array(String)}
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;

-- a filter of people
SELECT name
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};

-- a filter of people
SELECT
  toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- a filter of people
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;

-- a filter of actions
SELECT name
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};

-- a filter of actions
SELECT
  toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- a filter of actions
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;

-- rolled up, with latecomers and a filter of people
SELECT name
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name != ''
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};

-- rolled up, with latecomers and a filter of people
SELECT
  toUInt16(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY key;

-- rolled up, with latecomers and a filter of people
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM events FINAL
PREWHERE is_action AND type IN ('command', 'button') AND name IN {words:Array(String)}
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '\\p{L}+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;
