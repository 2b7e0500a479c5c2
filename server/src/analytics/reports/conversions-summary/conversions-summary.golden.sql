-- a week by the day
SELECT
  bucket(toUnixTimestamp(time)) AS bucket,
  countIf(converts) AS conversions, uniqExactIf(user_id, converts) AS users, uniqExact(user_id) AS reached
FROM (
  SELECT user_id, time, false AS converts FROM <activity>
  UNION ALL
  SELECT user_id, time, true FROM <conversions>
  WHERE NOT is_refund
)
GROUP BY bucket WITH ROLLUP;
-- people
SELECT user_id FROM <conversions> WHERE NOT is_refund;
