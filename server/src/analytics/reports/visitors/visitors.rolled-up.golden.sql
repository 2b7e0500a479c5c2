-- rolled up
SELECT toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket, uniqExact(user_id) AS users
FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
GROUP BY bucket WITH ROLLUP;
