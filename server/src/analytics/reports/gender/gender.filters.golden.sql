-- a filter of people
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users, sum(share) AS share_sum
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, value, share
  FROM (SELECT user_id, replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') AS name FROM people FINAL
WHERE bot = {bot:String}
  AND ((user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'))) OR (multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)}))) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', 1, 2)) AS value, share FROM first_names
  ) AS known USING name
) AS person USING user_id
GROUP BY value, bucket;

-- a filter of actions
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users, sum(share) AS share_sum
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, value, share
  FROM (SELECT user_id, replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') AS name FROM people FINAL
WHERE bot = {bot:String}
  AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)}) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', 1, 2)) AS value, share FROM first_names
  ) AS known USING name
) AS person USING user_id
GROUP BY value, bucket;
