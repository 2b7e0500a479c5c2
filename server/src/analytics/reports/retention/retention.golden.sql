-- a week by the day
SELECT toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort, count() AS size
FROM <people> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY cohort;
-- a week by the day
SELECT cohort, step, count() AS users
FROM (
  SELECT cohort, arrayJoin(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0))) - cohort AS step
  FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM <activity from fromUnixTimestamp64Milli({start:Int64}, 'UTC') to fromUnixTimestamp64Milli({horizon:Int64}, 'UTC')>
    )
    GROUP BY user_id
  ) AS acting
  INNER JOIN (
    SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort
    FROM <people> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) AS newcomer USING user_id
)
WHERE step < {most:UInt16}
GROUP BY cohort, step;
-- people
  SELECT user_id FROM <people> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
      AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
-- people
  SELECT user_id FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM <activity from fromUnixTimestamp64Milli({start:Int64}, 'UTC') to fromUnixTimestamp64Milli({horizon:Int64}, 'UTC')>
    )
    GROUP BY user_id
  ) AS acting
  INNER JOIN (
    SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(first_time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) AS cohort
    FROM <people> AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
  ) AS newcomer USING user_id
  WHERE has(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(cohort + {step:UInt16}));
