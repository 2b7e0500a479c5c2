-- a week by the day
SELECT
  grouping(rank) AS is_total,
  rank,
  any(value) AS name,
  count() AS merged,
  sum(conversions) AS conversions, uniqExactMerge(users) AS users, sum(visitors) AS visitors, uniqExactMerge(reached) AS reached,
  sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    *,
    if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank
  FROM (
    SELECT *, row_number() OVER (ORDER BY value = '', conversions DESC, visitors DESC, value) AS place
    FROM (
      SELECT
        value,
        countIf(is_conversion AND NOT is_refund) AS conversions,
        uniqExactStateIf(user_id, is_conversion AND NOT is_refund) AS users,
        countIf(NOT is_conversion) AS visitors,
        uniqExactStateIf(user_id, NOT is_refund) AS reached,
        sumMapIf(map(currency, assumeNotNull(amount)), currency != '') AS money,
        sumMapIf(map(currency, toInt64(1)), currency != '') AS paid
      FROM (<values of (
        SELECT user_id, time, true AS is_conversion, is_refund, amount, currency FROM <conversions>
        UNION ALL
        SELECT DISTINCT user_id, fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC'), false, false, NULL, '' FROM <activity>
      )>)
      GROUP BY value
    )
  )
)
GROUP BY GROUPING SETS ((rank), ());
-- people
SELECT user_id FROM (<values of <conversions>>) WHERE NOT is_refund AND true;
-- people: as in utm_summary
-- people
SELECT user_id FROM (<values of <conversions>>) WHERE NOT is_refund AND value NOT IN {shown:Array(String)};
