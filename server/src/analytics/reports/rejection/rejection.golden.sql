-- a week by the day: as in session_count
-- compared: as in session_count
-- hidden commands and short buttons: as in session_count
-- people
  SELECT user_id FROM <sessions>
  WHERE actions = 1;
