-- a week by the day: as in left_users
-- compared: as in left_users
-- hidden commands and short buttons: as in left_users
-- people
  SELECT user_id
  FROM <membership changes>
  WHERE notEmpty(returning);
