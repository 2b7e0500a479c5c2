-- first launch, another parameter
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
) AS conversion
LEFT JOIN (SELECT user_id, argMin(toString(params[{launch_parameter:String}]), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value, min(time) AS since
FROM events FINAL
PREWHERE is_start AND user_id IN (SELECT user_id FROM (
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
))
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
  AND user_id NOT IN (SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND user_id IN (SELECT user_id FROM (
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
)) AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != '') AS credit
  ON credit.user_id = conversion.user_id
        )
        UNION ALL
        SELECT user_id, value, false, false, NULL, ''
        FROM (SELECT DISTINCT user_id FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)) AS visitor
        LEFT JOIN (SELECT user_id, argMin(toString(params[{launch_parameter:String}]), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
  AND user_id NOT IN (SELECT user_id FROM people FINAL
WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time'))
GROUP BY user_id
HAVING value != ''
        ) AS credit USING user_id
      )
      GROUP BY value
    )
  )
)
GROUP BY GROUPING SETS ((rank), ());
