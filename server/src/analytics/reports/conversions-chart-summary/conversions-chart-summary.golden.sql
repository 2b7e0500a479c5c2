-- equal days
SELECT target_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket, count() AS conversions
FROM (
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
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (false))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP;

-- days around a clock change
SELECT target_id, toUInt16(intDiv(toUInt32(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) + {bucket_shift_0:Int32} * (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= {bucket_after_0:UInt32})), {bucket_cell:UInt32}) + 1) AS bucket, count() AS conversions
FROM (
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
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (false))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP;

-- a year of months
SELECT target_id, toUInt16(arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) + (toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}) >= arrayElement({bucket_ends:Array(UInt32)}, arrayElement({bucket_of_cell:Array(UInt16)}, intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)))) AS bucket, count() AS conversions
FROM (
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
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (false))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP;

-- targets
SELECT target_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket, count() AS conversions
FROM (
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
      arrayJoin(arrayConcat(emptyArrayUInt64(),
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []),
        if(is_action AND type = 'command', arrayFilter((target, value) -> value = name, {target_command_ids:Array(UInt64)}, {target_command:Array(String)}), []),
        if(is_action AND type = 'button', arrayFilter((target, value) -> value = name, {target_button_ids:Array(UInt64)}, {target_button:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = text, {target_short_ids:Array(UInt64)}, {target_short:Array(String)}), []),
        if(is_action AND type IN ('text', 'command'), arrayFilter((target, value) -> value = long_text, {target_long_ids:Array(UInt64)}, {target_long:Array(String)}), []),
        if(is_start AND start_payload != '', arrayFilter((target, value) -> value = start_payload, {target_payload_ids:Array(UInt64)}, {target_payload:Array(String)}), []),
        if(direction = 'in', arrayFilter((target, value) -> value = kind, {target_event_ids:Array(UInt64)}, {target_event:Array(String)}), []),
        if(kind = 'hit', arrayFilter((target, value) -> value = name, {target_hit_ids:Array(UInt64)}, {target_hit:Array(String)}), []),
        if(is_action AND type = 'button' AND startsWith(name, {target_5:String}), [{target_5_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0), [{target_8_id:UInt64}], []),
        if(is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String})), [{target_9_id:UInt64}], []),
        if(is_start, [{target_10_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_12:String}), [{target_12_id:UInt64}], []),
        if(is_start AND mapContains(params, {target_13:String}) AND params[{target_13:String}] = {target_13_value:String}, [{target_13_id:UInt64}], []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)}
      OR is_action AND type = 'command' AND name IN {target_command:Array(String)}
      OR is_action AND type = 'button' AND name IN {target_button:Array(String)}
      OR is_action AND type IN ('text', 'command') AND text IN {target_short:Array(String)}
      OR is_action AND type IN ('text', 'command') AND long_text IN {target_long:Array(String)}
      OR is_start AND start_payload != '' AND start_payload IN {target_payload:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}
      OR kind = 'hit' AND name IN {target_hit:Array(String)}
      OR is_action AND type = 'button' AND startsWith(name, {target_5:String})
      OR is_action AND type IN ('text', 'command') AND (positionCaseInsensitiveUTF8(text, {target_8:String}) > 0 OR positionCaseInsensitiveUTF8(long_text, {target_8:String}) > 0)
      OR is_action AND type IN ('text', 'command') AND (text != '' AND match(text, {target_9:String}) OR long_text != '' AND match(long_text, {target_9:String}))
      OR is_start
      OR is_start AND start_payload != ''
      OR is_start AND start_payload != '')
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (kind = 'conversion' AND name IN {target_told:Array(String)}
      OR direction = 'in' AND kind IN {target_event:Array(String)}))
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)))
    UNION ALL
    SELECT
      tupleElement(first, 2) AS id, tupleElement(first, 3) AS user_id, tupleElement(first, 1) AS time,
      tupleElement(first, 4) AS paid, tupleElement(first, 5) AS paid_in, {target_purchase:UInt64} AS target_id
    FROM (
      SELECT
        min((time, id, user_id, amount, toString(currency))) AS first,
        if(charge_id = '', toString(id), charge_id) AS charge,
        amount < 0 AS is_back
      FROM (
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0
  WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
      GROUP BY charge, is_back
    )
    WHERE tupleElement(first, 1) >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND (NOT is_back OR tupleElement(first, 3) IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM (
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0
  WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) WHERE amount < 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP;
