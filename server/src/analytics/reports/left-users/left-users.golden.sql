-- a week by the day
SELECT
  bucket(toUInt32(intDiv(change.1, 1000))) AS bucket,
  countIf(change.2 = 'away') AS away_before,
  countIf(change.2 = 'left') AS left,
  countIf(change.2 = 'returned') AS returned,
  uniqExactIf(user_id, change.2 = 'left') AS left_users,
  uniqExactIf(user_id, change.2 = 'returned') AS returned_users
FROM <membership changes>
ARRAY JOIN arrayConcat(
  if(gone_before, [({start:Int64}, 'away')], []),
  arrayMap(moment -> (moment, 'left'), leaving),
  arrayMap(moment -> (moment, 'returned'), returning)) AS change
GROUP BY bucket WITH ROLLUP;
-- people
  SELECT user_id
  FROM <churn events>
  WHERE notEmpty(leaving);
