-- a filter of people
WITH
  arrayPushFront(arrayPopBack(days), toInt32(-9999)) AS days_before,
  arrayPushBack(arrayPopFront(days), toInt32(9999)) AS days_after
SELECT
  arrayJoin(arrayMap((day, before, after) -> toUInt32(
    day * 27
    + ((day - before >= 7) + (day - before >= 30)) * 9
    + ((after - day >= 7) + (after - day >= 30)) * 3
    + if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(day + 2, 1)) = arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)), 0, if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)) = 0, 2, 1))),
    days, days_before, days_after)) AS visit,
  sum(people) AS users
FROM (
  SELECT
    count() AS people,
    arrayConcat(
      arrayMap(bit -> toInt32(bit + 0), bitPositionsToArray(word_0))) AS days
  FROM (
    SELECT
      groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1 AS day
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
  )
  GROUP BY word_0
)
GROUP BY visit;

-- a filter of actions
WITH
  arrayPushFront(arrayPopBack(days), toInt32(-9999)) AS days_before,
  arrayPushBack(arrayPopFront(days), toInt32(9999)) AS days_after
SELECT
  arrayJoin(arrayMap((day, before, after) -> toUInt32(
    day * 27
    + ((day - before >= 7) + (day - before >= 30)) * 9
    + ((after - day >= 7) + (after - day >= 30)) * 3
    + if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(day + 2, 1)) = arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)), 0, if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)) = 0, 2, 1))),
    days, days_before, days_after)) AS visit,
  sum(people) AS users
FROM (
  SELECT
    count() AS people,
    arrayConcat(
      arrayMap(bit -> toInt32(bit + 0), bitPositionsToArray(word_0))) AS days
  FROM (
    SELECT
      groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1 AS day
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
  )
  GROUP BY word_0
)
GROUP BY visit;
