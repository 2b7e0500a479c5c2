-- a week by the day
SELECT
  bucket(toUInt32(intDiv(begin, 1000))) AS bucket,
  count() AS sessions,
  100 * countIf(session.actions = 1) / count() AS rejection,
  avg(session.actions) AS actions,
  avg(length) / 1000 AS mean,
  quantileExactInclusive(0.5)(length) / 1000 AS median
FROM <sessions> AS session
GROUP BY bucket WITH ROLLUP;
-- people
  SELECT user_id FROM <sessions>
  WHERE true;
