-- a filter of people
SELECT
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  countIf(converts) AS conversions, uniqExactIf(user_id, converts) AS users, uniqExact(user_id) AS reached
FROM (
  SELECT user_id, time, false AS converts FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
  UNION ALL
  SELECT user_id, time, true FROM (
  SELECT id, user_id, time, target_id, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      NULL) AS amount, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64())) AS target_id
    FROM events FINAL
PREWHERE (false)
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (false))
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
  WHERE NOT is_refund
)
GROUP BY bucket WITH ROLLUP;

-- a filter of actions
SELECT
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  countIf(converts) AS conversions, uniqExactIf(user_id, converts) AS users, uniqExact(user_id) AS reached
FROM (
  SELECT user_id, time, false AS converts FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
  AND events.chat_type IN {filter_1:Array(String)} AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
  UNION ALL
  SELECT user_id, time, true FROM (
  SELECT id, user_id, time, target_id, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      NULL) AS amount, multiIf(
      has({target_told_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)}, target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64())) AS target_id
    FROM events FINAL
PREWHERE (false)
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (false))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
  WHERE NOT is_refund
)
GROUP BY bucket WITH ROLLUP;
