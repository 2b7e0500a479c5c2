-- a week by the day
SELECT bucket(toUnixTimestamp(time)) AS bucket, count() AS actions
FROM <actions>
GROUP BY bucket;
-- people
  SELECT user_id FROM <actions> AND user_id != 0
    AND bucket(toUnixTimestamp(time)) IN {hours:Array(UInt16)};
