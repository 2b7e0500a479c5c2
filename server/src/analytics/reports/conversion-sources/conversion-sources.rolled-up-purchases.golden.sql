-- purchases, rolled up
SELECT
  grouping(rank) AS is_total,
  rank,
  any(value) AS name,
  count() AS held,
  sum(conversions) AS conversions, uniqExactMerge(users) AS users, sum(visitors) AS visitors, uniqExactMerge(reached) AS reached,
  sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    *,
    if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank
  FROM (
    SELECT *, row_number() OVER (ORDER BY value = '', conversions DESC, visitors DESC, value) AS place
    FROM (
      SELECT
        value,
        countIf(is_conversion AND NOT is_refund) AS conversions,
        uniqExactStateIf(user_id, is_conversion AND NOT is_refund) AS users,
        countIf(NOT is_conversion) AS visitors,
        uniqExactStateIf(user_id, NOT is_refund) AS reached,
        sumMapIf(map(currency, assumeNotNull(amount)), currency != '') AS money,
        sumMapIf(map(currency, toInt64(1)), currency != '') AS paid
      FROM (
        SELECT user_id, value, true AS is_conversion, is_refund, amount, currency
        FROM (SELECT conversion.*, if(credit.since <= conversion.time, credit.value, '') AS value
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
) AS conversion
LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value, tupleElement(first_source, 'time') AS since
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != '') AS credit
  ON credit.user_id = conversion.user_id
        )
        UNION ALL
        SELECT user_id, value, false, false, NULL, ''
        FROM (SELECT DISTINCT user_id FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )) AS visitor
        LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != ''
        ) AS credit USING user_id
      )
      GROUP BY value
    )
  )
)
GROUP BY GROUPING SETS ((rank), ());

-- purchases, rolled up, with latecomers
SELECT
  grouping(rank) AS is_total,
  rank,
  any(value) AS name,
  count() AS held,
  sum(conversions) AS conversions, uniqExactMerge(users) AS users, sum(visitors) AS visitors, uniqExactMerge(reached) AS reached,
  sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    *,
    if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank
  FROM (
    SELECT *, row_number() OVER (ORDER BY value = '', conversions DESC, visitors DESC, value) AS place
    FROM (
      SELECT
        value,
        countIf(is_conversion AND NOT is_refund) AS conversions,
        uniqExactStateIf(user_id, is_conversion AND NOT is_refund) AS users,
        countIf(NOT is_conversion) AS visitors,
        uniqExactStateIf(user_id, NOT is_refund) AS reached,
        sumMapIf(map(currency, assumeNotNull(amount)), currency != '') AS money,
        sumMapIf(map(currency, toInt64(1)), currency != '') AS paid
      FROM (
        SELECT user_id, value, true AS is_conversion, is_refund, amount, currency
        FROM (SELECT conversion.*, if(credit.since <= conversion.time, credit.value, '') AS value
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
) AS conversion
LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value, tupleElement(first_source, 'time') AS since
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != '') AS credit
  ON credit.user_id = conversion.user_id
        )
        UNION ALL
        SELECT user_id, value, false, false, NULL, ''
        FROM (SELECT DISTINCT user_id FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND user_id NOT IN {rolled_late:Array(Int64)} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true AND user_id IN {rolled_late:Array(Int64)}
    WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )) AS visitor
        LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != ''
        ) AS credit USING user_id
      )
      GROUP BY value
    )
  )
)
GROUP BY GROUPING SETS ((rank), ());
