-- a week by the day: as in count_users
-- a week by the day: as in left_users
-- compared: as in count_users
-- compared: as in left_users
-- hidden commands and short buttons: as in count_users
-- hidden commands and short buttons: as in left_users
-- people
  SELECT user_id FROM <people> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND user_id NOT IN (
  SELECT user_id
  FROM <membership changes>
  WHERE gone_before + length(leaving) > length(returning));
