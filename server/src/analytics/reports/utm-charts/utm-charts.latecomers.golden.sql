-- rolled up, with latecomers and a filter of people
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin([toUInt16(0), toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)]) AS bucket, count() AS number
      FROM (
  SELECT user_id, time, toString(source) AS value
  FROM events FINAL
PREWHERE is_start AND user_id != 0
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)})) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)})))
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM people FINAL
WHERE bot = {bot:String}
  AND ((user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)}) OR (multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_3:Array(String)}))
    AND first_action < tupleElement(first_source, 'time')
    AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      )
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
