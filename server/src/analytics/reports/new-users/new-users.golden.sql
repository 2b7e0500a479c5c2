-- a week by the day
SELECT bucket(toUnixTimestamp(first_time)) AS bucket, count() AS users
FROM <people>
  AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket WITH ROLLUP;
-- people
  SELECT user_id FROM <people>
    AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
