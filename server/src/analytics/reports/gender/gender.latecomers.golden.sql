-- rolled up, with latecomers and a filter of people
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users, sum(share) AS share_sum
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND user_id NOT IN {rolled_late:Array(Int64)} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)})))
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)})))
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)}))) AND user_id IN {rolled_late:Array(Int64)}
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, value, share
  FROM (SELECT user_id, replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') AS name FROM people FINAL
WHERE bot = {bot:String}
  AND ((user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)}) OR (multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)}))) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', 1, 2)) AS value, share FROM first_names
  ) AS known USING name
) AS person USING user_id
GROUP BY value, bucket;
