-- a week by the day
SELECT
  target_id,
  if(currency = '', '-', currency) AS money,
  countIf(NOT is_refund) AS conversions,
  uniqExactIf(user_id, NOT is_refund) AS users,
  countIf(is_refund) AS refunds,
  sum(amount) AS amount
FROM <conversions>
GROUP BY target_id, money WITH ROLLUP;
-- a week by the day
SELECT uniqExact(user_id) AS users
FROM (
  SELECT user_id FROM <activity>
  UNION ALL
  SELECT user_id FROM <conversions>
  WHERE NOT is_refund
);
