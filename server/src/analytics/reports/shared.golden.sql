-- conversions: purchases
(
  SELECT id, user_id, time, target_id, multiIf(
      has({target_reported_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)},
          target_id)),
      NULL) AS amount, multiIf(
      has({target_reported_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)},
          target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_reported_ids:Array(UInt64)}, {target_reported:Array(String)}),
            []))) AS target_id
    FROM <events with kind = 'conversion' AND name IN {target_reported:Array(String)}>
      AND (is_contact OR user_id IN (
        SELECT user_id FROM <all users> AND user_id IN (
          SELECT user_id FROM <events with NOT is_contact AND (kind = 'conversion' AND name IN {target_reported:Array(String)})>)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM <payments>
      GROUP BY charge, is_back
    )
    WHERE tupleElement(first, 1) >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND (NOT is_back OR tupleElement(first, 3) IN (
        SELECT user_id FROM <all users> AND user_id IN (
          SELECT user_id FROM <payments> WHERE amount < 0)))
  )
  WHERE paid >= 0 OR has({target_reported_value:Array(UInt64)}, target_id)
);
-- conversions: every trigger
(
  SELECT id, user_id, time, target_id, multiIf(
      has({target_reported_value:Array(UInt64)}, target_id), if(paid_in = '', NULL, paid),
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_amounts:Array(Int64)}, indexOf({target_fixed:Array(UInt64)},
          target_id)),
      NULL) AS amount, multiIf(
      has({target_reported_value:Array(UInt64)}, target_id), paid_in,
      has({target_fixed:Array(UInt64)}, target_id), arrayElement({target_fixed_currencies:Array(String)}, indexOf({target_fixed:Array(UInt64)},
          target_id)),
      '') AS currency, paid < 0 AS is_refund
  FROM (
    SELECT
      id, user_id, time, amount AS paid, toString(events.currency) AS paid_in,
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_reported_ids:Array(UInt64)}, {target_reported:Array(String)}),
            []),
        if(is_action AND type = 'command', arrayFilter((target, value) -> value = name, {target_command_ids:Array(UInt64)},
            {target_command:Array(String)}), []),
        if(is_action AND type = 'button', arrayFilter((target, value) -> value = name, {target_button_ids:Array(UInt64)},
            {target_button:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = text, {target_short_ids:Array(UInt64)},
            {target_short:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = long_text, {target_long_ids:Array(UInt64)},
            {target_long:Array(String)}), []),
        if(is_start AND start_payload != '', arrayFilter((target, value) -> value = start_payload, {target_payload_ids:Array(UInt64)},
            {target_payload:Array(String)}), []),
        if(direction = 'in', arrayFilter((target, value) -> value = kind, {target_event_ids:Array(UInt64)}, {target_event:Array(String)}), []),
        if(kind = 'hit', arrayFilter((target, value) -> value = name, {target_hit_ids:Array(UInt64)}, {target_hit:Array(String)}), []),
        if(is_action AND type = 'button' AND startsWith(name, {target_5:String}), [{target_5_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0
            OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0), [{target_8_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text,
            {target_9:String})), [{target_9_id:UInt64}], []),
        if(is_start, [{target_10_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_12:String}), [{target_12_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_13:String}) AND params[{target_13:String}] = {target_13_value:String}, [{target_13_id:UInt64}],
            []))) AS target_id
    FROM <events with kind = 'conversion' AND name IN {target_reported:Array(String)}
      OR is_action AND type = 'command' AND name IN {target_command:Array(String)}
      OR is_action AND type = 'button' AND name IN {target_button:Array(String)}
      OR is_action AND type IN ('text', 'command') AND text IN {target_short:Array(String)}
      OR is_action AND type IN ('text', 'command') AND long_text IN {target_long:Array(String)}
      OR is_start AND start_payload != '' AND start_payload IN {target_payload:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}
      OR kind = 'hit' AND name IN {target_hit:Array(String)}
      OR is_action AND type = 'button' AND startsWith(name, {target_5:String})
      OR is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0
          OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0)
      OR is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text,
          {target_9:String}))
      OR is_start
      OR is_start AND start_payload != ''
      OR is_start AND start_payload != ''>
      AND (is_contact OR user_id IN (
        SELECT user_id FROM <all users> AND user_id IN (
          SELECT user_id FROM <events with NOT is_contact AND (kind = 'conversion' AND name IN {target_reported:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)})>)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM <payments>
      GROUP BY charge, is_back
    )
    WHERE tupleElement(first, 1) >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND (NOT is_back OR tupleElement(first, 3) IN (
        SELECT user_id FROM <all users> AND user_id IN (
          SELECT user_id FROM <payments> WHERE amount < 0)))
  )
  WHERE paid >= 0 OR has({target_reported_value:Array(UInt64)}, target_id)
);
-- buckets of users: quarter
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 1), bitAnd(place, 63))) AS word_1
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <rows>
    )
    GROUP BY user_id
-- arrayConcat(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), arrayMap(bit -> toUInt16(bit + 65), bitPositionsToArray(word_1)));
-- active days: quarter
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
    1 AS users,
    arrayConcat(
      arrayMap(bit -> toInt32(bit + 0), bitPositionsToArray(word_0)),
      arrayMap(bit -> toInt32(bit + 64), bitPositionsToArray(word_1))) AS days
  FROM (
    SELECT
      groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 1), bitAnd(day, 63))) AS word_1
    FROM (
      SELECT user_id, bucket(toUnixTimestamp(time)) - 1 AS day
      FROM <activity>
    )
    GROUP BY user_id
  )
)
GROUP BY visit;
-- buckets of users: year
SELECT user_id, groupUniqArray(bucket(toUnixTimestamp(time))) AS numbers FROM <rows> GROUP BY user_id
-- numbers;
-- active days: year
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
  SELECT 1 AS users, arraySort(groupUniqArray(toInt32(bucket(toUnixTimestamp(time)) - 1))) AS days
  FROM <activity>
  GROUP BY user_id
)
GROUP BY visit;
-- page of users
SELECT user_id, count() OVER () AS total
FROM <all users> AND user_id IN (<users>)
ORDER BY last_time DESC, user_id
LIMIT {limit:UInt32} OFFSET {offset:UInt32};
-- number of users
SELECT count() AS total
FROM <all users> AND user_id IN (<users>);
-- rows of users
SELECT
  user_id,
  tupleElement(last_profile, 'first_name') AS first_name,
  tupleElement(last_profile, 'last_name') AS last_name,
  tupleElement(last_profile, 'username') AS username,
  tupleElement(last_profile, 'language') AS language,
  tupleElement(last_profile, 'is_premium') AS is_premium,
  toUnixTimestamp64Milli(first_time) AS first_ms,
  toUnixTimestamp64Milli(last_time) AS last_ms,
  launches.value AS source
FROM (
  SELECT user_id, last_profile, first_time, last_time FROM <users> AND user_id IN {ids:Array(Int64)}
) AS matched
LEFT JOIN (<users and their values>
) AS launches USING user_id;
