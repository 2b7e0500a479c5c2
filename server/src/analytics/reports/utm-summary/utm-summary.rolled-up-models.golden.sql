-- last launch, rolled up
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  count() AS held,
  sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    value, counts, money, paid,
    row_number() OVER (ORDER BY value = '', counts[2] + counts[3] DESC, counts[1] DESC, value) AS place
  FROM (
    SELECT value, sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
    FROM (
      SELECT value, [count(), 0, 0, 0, 0, 0] AS counts, CAST(map(), 'Map(String, Int64)') AS money, CAST(map(), 'Map(String, Int64)') AS paid
      FROM (
  SELECT user_id, time, toString(source) AS value
  FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM people FINAL
WHERE bot = {bot:String}
    AND first_action < tupleElement(first_source, 'time')
    AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      )
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, countIf(is_new), countIf(user_id IN (SELECT user_id FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ))), countIf(has_left), countIf(NOT is_away), 0],
        CAST(map(), 'Map(String, Int64)'), CAST(map(), 'Map(String, Int64)')
      FROM (
        SELECT user_id, first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AS is_new
        FROM people FINAL
WHERE bot = {bot:String} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      ) AS person
      LEFT JOIN (
        SELECT
          user_id,
          notEmpty(leaving) AS has_left,
          gone_before + length(leaving) > length(returning) AS is_away
        FROM (
  WITH
    {start:Int64} * 4 AS first_step,
    minIf(step, is_meeting) AS first_met,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_met, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_met AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM (
  SELECT user_id, toUnixTimestamp64Milli(time) * 4 + if(is_return, 1, 3) AS step, true AS counts, true AS is_meeting
  FROM turns
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, toUnixTimestamp64Milli(first_time) * 4 + 1, false, true
  FROM people FINAL
  WHERE bot = {bot:String} AND true AND user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  UNION ALL
  
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE true AND (user_id IN (SELECT user_id FROM turns WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true) OR user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  
  )
  GROUP BY user_id
  HAVING max(is_meeting)
        )
      ) AS steps USING user_id
      LEFT JOIN (SELECT user_id, argMax(toString(source), bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64) + id) AS value
FROM (
  SELECT user_id, time, id, source, params FROM launches
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND is_link AND user_id != 0
  UNION ALL
  SELECT user_id, time, id, source, params FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id != 0
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
)
WHERE true
GROUP BY user_id
HAVING value != ''
      ) AS credit USING user_id
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, 0, 0, 0, 0, countIf(NOT is_refund)],
        sumMapIf(map(currency, assumeNotNull(amount)), currency != ''), sumMapIf(map(currency, toInt64(1)), currency != '')
      FROM (SELECT conversion.*, credit.value AS value
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
ASOF LEFT JOIN (SELECT user_id, time AS since, argMax(toString(source), id) AS value
FROM (
  SELECT user_id, time, id, source, params FROM launches
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND is_link AND user_id != 0
  UNION ALL
  SELECT user_id, time, id, source, params FROM events FINAL
PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$') AND user_id != 0
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
)
WHERE true
GROUP BY user_id, since) AS credit
  ON credit.user_id = conversion.user_id AND credit.since <= conversion.time)
      GROUP BY value
    )
    GROUP BY value
    HAVING arraySum(counts) > 0 OR notEmpty(paid)
  )
)
GROUP BY rank;

-- last significant launch, rolled up
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  count() AS held,
  sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    value, counts, money, paid,
    row_number() OVER (ORDER BY value = '', counts[2] + counts[3] DESC, counts[1] DESC, value) AS place
  FROM (
    SELECT value, sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
    FROM (
      SELECT value, [count(), 0, 0, 0, 0, 0] AS counts, CAST(map(), 'Map(String, Int64)') AS money, CAST(map(), 'Map(String, Int64)') AS paid
      FROM (
  SELECT user_id, time, toString(source) AS value
  FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM people FINAL
WHERE bot = {bot:String}
    AND first_action < tupleElement(first_source, 'time')
    AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      )
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, countIf(is_new), countIf(user_id IN (SELECT user_id FROM (
    SELECT user_id, time
    FROM spells
    WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
    UNION ALL
    SELECT user_id, time
    FROM events FINAL
    PREWHERE is_action AND user_id != 0 AND true
    WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ))), countIf(has_left), countIf(NOT is_away), 0],
        CAST(map(), 'Map(String, Int64)'), CAST(map(), 'Map(String, Int64)')
      FROM (
        SELECT user_id, first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AS is_new
        FROM people FINAL
WHERE bot = {bot:String} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      ) AS person
      LEFT JOIN (
        SELECT
          user_id,
          notEmpty(leaving) AS has_left,
          gone_before + length(leaving) > length(returning) AS is_away
        FROM (
  WITH
    {start:Int64} * 4 AS first_step,
    minIf(step, is_meeting) AS first_met,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_met, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_met AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM (
  SELECT user_id, toUnixTimestamp64Milli(time) * 4 + if(is_return, 1, 3) AS step, true AS counts, true AS is_meeting
  FROM turns
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true
  UNION ALL
  SELECT user_id, toUnixTimestamp64Milli(first_time) * 4 + 1, false, true
  FROM people FINAL
  WHERE bot = {bot:String} AND true AND user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))
  UNION ALL
  
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE true AND (user_id IN (SELECT user_id FROM turns WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND true) OR user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'))) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  
  )
  GROUP BY user_id
  HAVING max(is_meeting)
        )
      ) AS steps USING user_id
      LEFT JOIN (SELECT user_id, argMax(value, credit) AS value
FROM (
  SELECT user_id, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'left'), 21) + bitShiftRight(id, 44) * 2 + (is_link) AS credit, toString(source) AS value
  FROM launches
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND is_significant AND user_id != 0
  UNION ALL
  SELECT user_id, credit, value
  FROM (
  SELECT user_id, arrayJoin(credited) AS credit, values[indexOf(steps, credit)] AS value
  FROM (
    WITH
      arraySort(groupArray(step)) AS sorted,
      arrayPushFront(arrayPopBack(sorted), bitShiftLeft(toUInt64(1), 21)) AS before
    SELECT
      user_id,
      groupArray(step) AS steps,
      groupArray(value) AS values,
      arrayFilter((one, previous) -> bitTest(one, 0) AND NOT bitTest(one, 21) AND bitTest(previous, 21),
        sorted, before) AS credited
    FROM (
    SELECT user_id, toString(source) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'left'), 21) + bitShiftRight(id, 44) * 2 + (is_link) AS step
    FROM launches
WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND user_id IN (SELECT user_id FROM events
      PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')
      WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC'))
    UNION ALL
    SELECT user_id, toString(source) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'left'), 21) + bitShiftRight(id, 44) * 2 + (is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')) AS step
    FROM events FINAL
PREWHERE (is_start OR membership = 'left') AND user_id != 0
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, '' AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(first_action)), 22) AS step
    FROM people FINAL
WHERE bot = {bot:String} AND (user_id IN (SELECT user_id FROM events
      PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')
      WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC'))) AND first_action < tupleElement(first_source, 'time') AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
    )
    GROUP BY user_id
  )
  )
  WHERE (bitShiftRight(credit, 22) >= {rolled_until:Int64}) AND user_id != 0
)
GROUP BY user_id
HAVING value != ''
      ) AS credit USING user_id
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, 0, 0, 0, 0, countIf(NOT is_refund)],
        sumMapIf(map(currency, assumeNotNull(amount)), currency != ''), sumMapIf(map(currency, toInt64(1)), currency != '')
      FROM (SELECT conversion.*, credit.value AS value
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
ASOF LEFT JOIN (SELECT user_id, fromUnixTimestamp64Milli(toInt64(bitShiftRight(credit, 22)), 'UTC') AS since,
  argMax(value, credit) AS value
FROM (
  SELECT user_id, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'left'), 21) + bitShiftRight(id, 44) * 2 + (is_link) AS credit, toString(source) AS value
  FROM launches
  WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND is_significant AND user_id != 0
  UNION ALL
  SELECT user_id, credit, value
  FROM (
  SELECT user_id, arrayJoin(credited) AS credit, values[indexOf(steps, credit)] AS value
  FROM (
    WITH
      arraySort(groupArray(step)) AS sorted,
      arrayPushFront(arrayPopBack(sorted), bitShiftLeft(toUInt64(1), 21)) AS before
    SELECT
      user_id,
      groupArray(step) AS steps,
      groupArray(value) AS values,
      arrayFilter((one, previous) -> bitTest(one, 0) AND NOT bitTest(one, 21) AND bitTest(previous, 21),
        sorted, before) AS credited
    FROM (
    SELECT user_id, toString(source) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'left'), 21) + bitShiftRight(id, 44) * 2 + (is_link) AS step
    FROM launches
WHERE bot = {bot:String} AND edition = {rolled_edition:UInt64} AND time < fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND user_id IN (SELECT user_id FROM events
      PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')
      WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC'))
    UNION ALL
    SELECT user_id, toString(source) AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 22) + bitShiftLeft(toUInt64(membership = 'left'), 21) + bitShiftRight(id, 44) * 2 + (is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')) AS step
    FROM events FINAL
PREWHERE (is_start OR membership = 'left') AND user_id != 0
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
    UNION ALL
    SELECT user_id, '' AS value, bitShiftLeft(toUInt64(toUnixTimestamp64Milli(first_action)), 22) AS step
    FROM people FINAL
WHERE bot = {bot:String} AND (user_id IN (SELECT user_id FROM events
      PREWHERE is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')
      WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({rolled_until:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC'))) AND first_action < tupleElement(first_source, 'time') AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC')
    )
    GROUP BY user_id
  )
  )
  WHERE (bitShiftRight(credit, 22) >= {rolled_until:Int64}) AND user_id != 0
)
GROUP BY user_id, since) AS credit
  ON credit.user_id = conversion.user_id AND credit.since <= conversion.time)
      GROUP BY value
    )
    GROUP BY value
    HAVING arraySum(counts) > 0 OR notEmpty(paid)
  )
)
GROUP BY rank;
