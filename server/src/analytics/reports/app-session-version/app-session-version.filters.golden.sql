-- a filter of people
SELECT value
FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(app_version)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}
)
GROUP BY value
ORDER BY count() DESC, value
LIMIT {top:UInt8};

-- a filter of people
SELECT toUInt8(indexOf({names:Array(String)}, toString(value)) + 1) AS line, toUInt16(intDiv(toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket, count() AS sessions
FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(app_version)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND ((user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC') AND value != '') WHERE value IN {filter_1:Array(String)}) AND tupleElement(people.last_profile, 'language') NOT IN {filter_2:Array(String)} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND type IN ('command', 'button') AND name != '' AND events.name IN {filter_3:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')))) OR (user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male', replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(people.last_profile, 'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') IN {filter_4:Array(String)} AND multiIf(people.first_time < fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC'), 'returning', people.first_time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC'), 'new', 'not yet') IN {filter_5:Array(String)})))
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}
)
GROUP BY line, bucket WITH ROLLUP;

-- a filter of actions
SELECT value
FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(app_version)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}
)
GROUP BY value
ORDER BY count() DESC, value
LIMIT {top:UInt8};

-- a filter of actions
SELECT toUInt8(indexOf({names:Array(String)}, toString(value)) + 1) AS line, toUInt16(intDiv(toUInt32(toUInt32(intDiv(moments[1], 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket, count() AS sessions
FROM (
  SELECT user_id, arrayMap(hit -> hit.1, hits) AS moments, hits[1].3 AS value
  FROM (
    SELECT
      user_id,
      arraySort(groupArray((toUnixTimestamp64Milli(time), name != 'app_launch', toString(app_version)))) AS all,
      arrayJoin(arraySplit(
        (hit, pause) -> hit.2 = 0 OR pause >= {session_gap:Int64}, all, arrayDifference(arrayMap(hit -> hit.1, all)))) AS hits
    FROM (
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
  WHERE bot = {bot:String}
    AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, name, app_version FROM events FINAL
  PREWHERE kind = 'hit' AND membership = '' AND user_id IN (
    SELECT user_id FROM events
    WHERE bot = {bot:String} AND kind = 'hit' AND membership = '' AND user_id != 0
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
      AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  AND user_id IN (SELECT user_id FROM people FINAL WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND events.chat_type IN {filter_1:Array(String)}
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({filter_start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({filter_end:Int64}, 'UTC')) AND if(tupleElement(people.last_profile, 'is_premium'), 'yes', 'no') IN {filter_2:Array(String)})
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
)
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}
)
GROUP BY line, bucket WITH ROLLUP;
