-- # new_users
-- a week by the day
SELECT bucket(toUnixTimestamp(first_time)) AS bucket, count() AS users
FROM <users>
  AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket WITH ROLLUP;
-- users
  SELECT user_id FROM <users>
    AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');

-- # left_users
-- a week by the day
SELECT
  bucket(toUInt32(intDiv(change.1, 1000))) AS bucket,
  countIf(change.2 = 'away') AS away_before,
  countIf(change.2 = 'left') AS left,
  countIf(change.2 = 'returned') AS returned,
  uniqExactIf(user_id, change.2 = 'left') AS left_users,
  uniqExactIf(user_id, change.2 = 'returned') AS returned_users
FROM <membership changes>
ARRAY JOIN arrayConcat(
  if(gone_before, [({start:Int64}, 'away')], []),
  arrayMap(moment -> (moment, 'left'), leaving),
  arrayMap(moment -> (moment, 'returned'), returning)) AS change
GROUP BY bucket WITH ROLLUP;
-- users
  SELECT user_id
  FROM <churn events>
  WHERE notEmpty(leaving);

-- # return_users
-- a week by the day: as in left_users
-- compared: as in left_users
-- hidden commands and short buttons: as in left_users
-- users
  SELECT user_id
  FROM <membership changes>
  WHERE notEmpty(returning);

-- # visitors
-- a week by the day
SELECT bucket(toUnixTimestamp(time)) AS bucket, uniqExact(user_id) AS users
FROM <activity>
GROUP BY bucket WITH ROLLUP;
-- users
  SELECT user_id FROM <activity>;

-- # active_users
-- a week by the day
WITH
  arrayPushFront(arrayPopBack(days), toInt32(-9999)) AS days_before,
  arrayPushBack(arrayPopFront(days), toInt32(9999)) AS days_after
SELECT
  arrayJoin(arrayMap((day, before, after) -> toUInt32(
    day * 27
    + ((day - before >= 7) + (day - before >= 30)) * 9
    + ((after - day >= 7) + (after - day >= 30)) * 3
    + if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(day + 2, 1)) = arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)), 0,
        if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)) = 0, 2, 1))),
    days, days_before, days_after)) AS visit,
  sum(users) AS users
FROM (
  SELECT
    count() AS users,
    arrayConcat(
      arrayMap(bit -> toInt32(bit + 0), bitPositionsToArray(word_0))) AS days
  FROM (
    SELECT
      groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1 AS day
      FROM <activity>
    )
    GROUP BY user_id
  )
  GROUP BY word_0
)
GROUP BY visit;
-- users: as in visitors

-- # messages_from_user
-- a week by the day
SELECT toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(type, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM <actions>
GROUP BY key;
-- hidden commands and short buttons
SELECT toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(if(events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)},
    'command', events.type), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM <actions>
GROUP BY key;
-- users: as in visitors

-- # event_stat
-- a week by the day
SELECT toUInt16(bucket(toUnixTimestamp(time)) * 64 + (transform(kind, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0) + if(kind = 'call',
    transform(multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0), 0))) AS key, count() AS number
FROM <events> AND kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event') AND (membership != 'unblocked'
    OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0)
GROUP BY key;
-- users
  SELECT user_id
  FROM (SELECT user_id, direction, if(kind = 'call', multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), kind) AS event FROM <events> AND kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event')
        AND (membership != 'unblocked' OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0) AND user_id != 0)
  WHERE direction = {line:String};
-- users
  SELECT user_id
  FROM (SELECT user_id, direction, if(kind = 'call', multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), kind) AS event FROM <events> AND kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event')
        AND (membership != 'unblocked' OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0) AND user_id != 0)
  WHERE event = {line:String};

-- # session_count
-- a week by the day
SELECT
  bucket(toUInt32(intDiv(begin, 1000))) AS bucket,
  count() AS sessions,
  100 * countIf(session.actions = 1) / count() AS rejection,
  avg(session.actions) AS actions,
  avg(length) / 1000 AS mean,
  quantileExactInclusive(0.5)(length) / 1000 AS median
FROM <sessions> AS session
GROUP BY bucket WITH ROLLUP;
-- users
  SELECT user_id FROM <sessions>
  WHERE true;

-- # avg_duration_session
-- a week by the day: as in session_count
-- compared: as in session_count
-- hidden commands and short buttons: as in session_count
-- users: as in session_count

-- # avg_events_session
-- a week by the day: as in session_count
-- compared: as in session_count
-- hidden commands and short buttons: as in session_count
-- users: as in session_count

-- # rejection
-- a week by the day: as in session_count
-- compared: as in session_count
-- hidden commands and short buttons: as in session_count
-- users
  SELECT user_id FROM <sessions>
  WHERE actions = 1;

-- # count_users
-- a week by the day
SELECT
  if(first_time < fromUnixTimestamp64Milli({start:Int64}, 'UTC'), 0, bucket(toUnixTimestamp(first_time))) AS bucket,
  count() AS users
FROM <users> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket;
-- a week by the day: as in left_users
-- compared: as in left_users
-- hidden commands and short buttons: as in left_users
-- users
  SELECT user_id FROM <users> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');

-- # users_graph
-- a week by the day: as in count_users
-- a week by the day: as in left_users
-- compared: as in count_users
-- compared: as in left_users
-- hidden commands and short buttons: as in count_users
-- hidden commands and short buttons: as in left_users
-- users
  SELECT user_id FROM <users> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND user_id NOT IN (
  SELECT user_id
  FROM <membership changes>
  WHERE gone_before + length(leaving) > length(returning));

-- # retention
-- a week by the day
SELECT toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort, count() AS size
FROM <users> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY cohort;
-- a week by the day
SELECT cohort, step, count() AS users
FROM (
  SELECT cohort, arrayJoin(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0))) - cohort AS step
  FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM <activity from fromUnixTimestamp64Milli({start:Int64}, 'UTC') to fromUnixTimestamp64Milli({horizon:Int64}, 'UTC')>
    )
    GROUP BY user_id
  ) AS acting
  INNER JOIN (
    SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort
    FROM <users> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) AS newcomer USING user_id
)
WHERE step < {most:UInt16}
GROUP BY cohort, step;
-- users
  SELECT user_id FROM <users> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64},
      'UTC');
-- users
  SELECT user_id FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM <activity from fromUnixTimestamp64Milli({start:Int64}, 'UTC') to fromUnixTimestamp64Milli({horizon:Int64}, 'UTC')>
    )
    GROUP BY user_id
  ) AS acting
  INNER JOIN (
    SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort
    FROM <users> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) AS newcomer USING user_id
  WHERE has(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(cohort + {step:UInt16}));

-- # user_commands_stat
-- a week by the day
SELECT name
FROM <actions with type IN ('command', 'button') AND name != ''>
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};
-- a week by the day
SELECT
  toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM <actions with type IN ('command', 'button') AND name != ''>
GROUP BY key;
-- a week by the day
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;
-- a week by the day
SELECT bucket(toUnixTimestamp(time)) AS bucket, count() AS actions
FROM <actions with type IN ('command', 'button') AND name != ''>
GROUP BY bucket WITH ROLLUP;
-- hidden commands and short buttons
SELECT if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) AS name
FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
    AND text IN {hidden:Array(String)})>
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};
-- hidden commands and short buttons
SELECT
  toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1,
      {callback_length:UInt8}), events.name)), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
    AND text IN {hidden:Array(String)})>
GROUP BY key;
-- hidden commands and short buttons
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name,
      1, {callback_length:UInt8}), events.name)), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
      AND text IN {hidden:Array(String)})> AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;
-- hidden commands and short buttons
SELECT bucket(toUnixTimestamp(time)) AS bucket, count() AS actions
FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
    AND text IN {hidden:Array(String)})>
GROUP BY bucket WITH ROLLUP;
-- users
  SELECT user_id FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0;
-- users
  SELECT user_id FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0 AND name IN {words:Array(String)};
-- users
  SELECT user_id FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0 AND name NOT IN {words:Array(String)};

-- # activity_hours
-- a week by the day
SELECT bucket(toUnixTimestamp(time)) AS bucket, count() AS actions
FROM <actions>
GROUP BY bucket;
-- users
  SELECT user_id FROM <actions> AND user_id != 0
    AND bucket(toUnixTimestamp(time)) IN {hours:Array(UInt16)};

-- # audience
-- a week by the day
SELECT if(place <= {top:UInt16}, toString(name), '\nothers') AS value, counted.1 AS bucket, sum(counted.2) AS users
FROM (
  SELECT
    toString(value) AS name,
    groupArray((bucket, users)) AS counts,
    row_number() OVER (ORDER BY max(users) DESC, name) AS place
  FROM (
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <activity>
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <users>
) AS user USING user_id
GROUP BY value, bucket
  )
  GROUP BY name
)
ARRAY JOIN counts AS counted
GROUP BY value, bucket;
-- compared
SELECT if(has({named:Array(String)}, toString(name)), toString(name), '\nothers') AS value, counted.1 AS bucket, sum(counted.2) AS users
FROM (
  SELECT
    toString(value) AS name,
    groupArray((bucket, users)) AS counts,
    row_number() OVER (ORDER BY max(users) DESC, name) AS place
  FROM (
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <activity>
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <users>
) AS user USING user_id
GROUP BY value, bucket
  )
  GROUP BY name
)
ARRAY JOIN counts AS counted
GROUP BY value, bucket;
-- by chat type
SELECT events.chat_type AS value, bucket(toUnixTimestamp(time)) AS bucket, uniqExact(user_id) AS users
FROM <actions> AND user_id != 0
GROUP BY GROUPING SETS ((value, bucket), (value));
-- users
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM (SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <users>) WHERE true);
-- users
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM (SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <users>) WHERE value = {line:String});
-- users
SELECT tupleElement(users.last_profile, 'language') AS value, count() AS users
FROM <users> AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- users
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM (SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <users>) WHERE NOT has({names:Array(String)},
        toString(value)));

-- # gender
-- a week by the day
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users,
    sum(share) AS share_sum
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <activity>
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, value, share
  FROM (SELECT user_id, replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile, 'first_name'))),
      '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') AS name FROM <users>) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', 1, 2)) AS value, share FROM first_names
  ) AS known USING name
) AS user USING user_id
GROUP BY value, bucket;
-- users: as in visitors
-- users
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM <users> AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile,
        'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male',
            replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile, 'first_name'))),
                '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female',
                    'unknown') = {line:String});

-- # premium
-- a week by the day
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <activity>
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, toUInt8(1) AS value FROM <users> AND tupleElement(users.last_profile, 'is_premium')
) AS user USING user_id
GROUP BY value, bucket;
-- users: as in visitors
-- users
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM <users> AND if(tupleElement(users.last_profile, 'is_premium'), 'premium', 'regular') = {line:String});
