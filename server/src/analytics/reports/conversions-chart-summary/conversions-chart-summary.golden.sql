-- a week by the day
SELECT target_id, bucket(toUnixTimestamp(time)) AS bucket, count() AS conversions
FROM <conversions>
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP;
-- people: as in conversions_summary
-- people
SELECT target_id, count() AS conversions
FROM <conversions>
WHERE NOT is_refund
GROUP BY target_id;
