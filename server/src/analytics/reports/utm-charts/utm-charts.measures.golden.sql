-- new
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin(arrayPushFront(buckets, toUInt16(0))) AS bucket, count() AS number
      FROM (
        SELECT user_id, [toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)] AS buckets
        FROM people FINAL
WHERE bot = {bot:String}
          AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
          AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      ) AS person
      LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != ''
      ) AS credit USING user_id
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;

-- visitors
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin(arrayPushFront(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS number
      FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
      ) AS person
      LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != ''
      ) AS credit USING user_id
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;

-- left
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin(arrayPushFront(buckets, toUInt16(0))) AS bucket, count() AS number
      FROM (
        SELECT user_id, arrayDistinct(arrayMap(moment -> toUInt16(intDiv(toUInt32(toUInt32(intDiv(moment, 1000)) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1), leaving)) AS buckets
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
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE user_id IN (
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND user_id != 0 AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')) AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  )
  GROUP BY user_id
  HAVING max(is_meeting)
        )
        WHERE notEmpty(buckets)
      ) AS person
      LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != ''
      ) AS credit USING user_id
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;

-- conversions
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin([toUInt16(0), toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)]) AS bucket, count() AS number
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
LEFT JOIN (SELECT user_id, tupleElement(first_source, 'source') AS value, tupleElement(first_source, 'time') AS since
FROM people FINAL
WHERE bot = {bot:String} AND tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AND value != '') AS credit
  ON credit.user_id = conversion.user_id WHERE NOT is_refund
      )
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
