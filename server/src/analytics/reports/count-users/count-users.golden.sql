-- a week by the day
SELECT
  if(first_time < fromUnixTimestamp64Milli({start:Int64}, 'UTC'), 0, bucket(toUnixTimestamp(first_time))) AS bucket,
  count() AS users
FROM <people> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket;
-- a week by the day: as in left_users
-- compared: as in left_users
-- hidden commands and short buttons: as in left_users
-- people
  SELECT user_id FROM <people> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC');
