-- a week by the day
SELECT
  currency,
  bucket(toUnixTimestamp(time)) AS bucket,
  sum(amount) AS income,
  count() AS conversions
FROM <conversions>
WHERE currency != ''
GROUP BY currency, bucket WITH ROLLUP;
-- people
SELECT user_id FROM <conversions> WHERE currency != '';
-- people
SELECT user_id FROM <conversions> WHERE currency = {currency:String};
