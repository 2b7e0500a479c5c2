-- rolled up, with latecomers and a filter of people
SELECT toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket, count() AS actions
FROM events FINAL
PREWHERE is_action
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket;
