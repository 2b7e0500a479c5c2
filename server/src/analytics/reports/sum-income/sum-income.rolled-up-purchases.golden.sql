-- purchases, rolled up
SELECT
  currency,
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  sum(amount) AS income,
  count() AS conversions
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
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (kind = 'conversion' AND name IN {target_told:Array(String)}))
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
  FROM charges
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND true
  WHERE bot = {bot:String} AND kind = 'message' AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
      GROUP BY charge, is_back
    )
    WHERE tupleElement(first, 1) >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND (NOT is_back OR tupleElement(first, 3) IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM (
  SELECT user_id, time, id, charge_id, amount, currency
  FROM charges
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND true
  WHERE bot = {bot:String} AND kind = 'message' AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) WHERE amount < 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
WHERE currency != ''
GROUP BY currency, bucket WITH ROLLUP;

-- purchases, rolled up, with latecomers
SELECT
  currency,
  toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  sum(amount) AS income,
  count() AS conversions
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
        if(kind = 'conversion', arrayFilter((target, value) -> value = name, {target_told_ids:Array(UInt64)}, {target_told:Array(String)}), []))) AS target_id
    FROM events FINAL
PREWHERE (kind = 'conversion' AND name IN {target_told:Array(String)})
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0
      AND (is_meeting OR user_id IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM events FINAL
PREWHERE (NOT is_meeting AND (kind = 'conversion' AND name IN {target_told:Array(String)}))
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
  FROM charges
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND user_id NOT IN {rolled_late:Array(Int64)} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND true
  WHERE bot = {bot:String} AND kind = 'message' AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND user_id IN {rolled_late:Array(Int64)} AND true
  WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
      GROUP BY charge, is_back
    )
    WHERE tupleElement(first, 1) >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND (NOT is_back OR tupleElement(first, 3) IN (
        SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (
          SELECT user_id FROM (
  SELECT user_id, time, id, charge_id, amount, currency
  FROM charges
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND user_id NOT IN {rolled_late:Array(Int64)} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND true
  WHERE bot = {bot:String} AND kind = 'message' AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, time, id, charge_id, amount, currency
  FROM events FINAL
  PREWHERE type = 'payment' AND user_id != 0 AND user_id IN {rolled_late:Array(Int64)} AND true
  WHERE bot = {bot:String} AND kind = 'message' AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) WHERE amount < 0)))
  )
  WHERE paid >= 0 OR has({target_told_value:Array(UInt64)}, target_id)
)
WHERE currency != ''
GROUP BY currency, bucket WITH ROLLUP;
