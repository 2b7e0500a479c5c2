-- a week by the day
SELECT bucket(toUnixTimestamp(time)) AS bucket, uniqExact(user_id) AS users
FROM <activity>
GROUP BY bucket WITH ROLLUP;
-- people
  SELECT user_id FROM <activity>;
