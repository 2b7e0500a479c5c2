-- rolled up
SELECT uniqExact(user_id) AS users
FROM (
  SELECT user_id FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
  UNION ALL
  SELECT user_id FROM (
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
);
