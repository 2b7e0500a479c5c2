-- rolled up
SELECT
  toUInt16(intDiv(toUInt32(toUInt32(intDiv(begin, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS bucket,
  count() AS sessions,
  100 * countIf(session.actions = 1) / count() AS rejection,
  avg(session.actions) AS actions,
  avg(length) / 1000 AS mean,
  quantileExactInclusive(0.5)(length) / 1000 AS median
FROM (
  SELECT user_id, toUnixTimestamp64Milli(time) AS begin, toInt64(length) AS length, toUInt64(actions) AS actions
  FROM spells
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND apart >= {session_gap_minutes:UInt16}
    AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, session[1].1 AS begin, session[-1].2 - begin AS length, arraySum(spell -> spell.3, session) AS actions
  FROM (
    WITH
      arraySort(groupArray(begin)) AS begins,
      arraySort(groupArray(end)) AS ends,
      arraySort((actions, begin) -> begin, groupArray(actions), groupArray(begin)) AS counts
    SELECT
      user_id,
      arrayJoin(arraySplit(
        (spell, pause) -> pause >= {session_gap:Int64},
        arrayZip(begins, ends, counts),
        arrayMap((begin, before) -> begin - before, begins, arrayPushFront(arrayPopBack(ends), begins[1])))) AS session
    FROM (
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin + length AS end, toUInt64(actions) AS actions
    FROM spells
    PREWHERE apart < {session_gap_minutes:UInt16} AND actions > 0
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND (apart >= 60) IN (0, {session_gap_minutes:UInt16} > 60) AND time >= fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64} - 86400000, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time + toIntervalMillisecond(length) > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time > fromUnixTimestamp64Milli({start:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true AND user_id IN (SELECT user_id FROM (
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time > fromUnixTimestamp64Milli({end:Int64} - {session_gap:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')))
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64} + 172800000, 'UTC')
    )
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
) AS session
GROUP BY bucket WITH ROLLUP;
