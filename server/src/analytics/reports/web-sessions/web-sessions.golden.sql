-- a week by the day
SELECT
  bucket(toUInt32(intDiv(moments[1], 1000))) AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds,
  sum(reloads) AS reloads
FROM (<app sessions by ''>
)
GROUP BY bucket WITH ROLLUP;
-- people
  SELECT user_id FROM (<app sessions by ''>);
