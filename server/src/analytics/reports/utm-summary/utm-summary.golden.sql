-- a week by the day
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  count() AS merged,
  sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    value, counts, money, paid,
    row_number() OVER (ORDER BY value = '', counts[2] + counts[3] DESC, counts[1] DESC, value) AS place
  FROM (
    SELECT value, sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
    FROM (
      SELECT value, [count(), 0, 0, 0, 0, 0] AS counts, CAST(map(), 'Map(String, Int64)') AS money, CAST(map(), 'Map(String, Int64)') AS paid
      FROM (<launches with their value>
      )
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, countIf(bitTest(counts_in, 0)), countIf(bitTest(counts_in, 1)), countIf(bitTest(counts_in, 2)), countIf(bitTest(counts_in, 3)),
            countIf(bitTest(counts_in, 4))] AS counts,
        sumMapIf(map(currency, assumeNotNull(amount)), currency != ''), sumMapIf(map(currency, toInt64(1)), currency != '')
      FROM (<values of (
        SELECT
          user_id, fromUnixTimestamp64Milli({launch_until:Int64}, 'UTC') AS time,
          toUInt8(is_new + 2 * (user_id IN (SELECT user_id FROM <activity>)) + 4 * has_left + 8 * NOT is_away) AS counts_in,
          NULL AS amount, '' AS currency
        FROM (
          SELECT user_id, first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AS is_new
          FROM <people> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
        ) AS person
        LEFT JOIN (
          SELECT
            user_id,
            notEmpty(leaving) AS has_left,
            gone_before + length(leaving) > length(returning) AS is_away
          FROM <membership changes>
        ) AS changes USING user_id
        UNION ALL
        SELECT user_id, time, toUInt8(16 * NOT is_refund), amount, currency FROM <conversions>
      )>)
      GROUP BY value
    )
    GROUP BY value
    HAVING arraySum(counts) > 0 OR notEmpty(paid)
  )
)
GROUP BY rank;
-- people
SELECT user_id FROM (
  SELECT user_id FROM <activity>) WHERE user_id IN (SELECT user_id FROM (<people and their values>) WHERE true);
-- people
SELECT user_id FROM (
  SELECT user_id FROM <activity>) WHERE user_id IN (SELECT user_id FROM (<people and their values>) WHERE value = {value:String});
-- people
SELECT user_id FROM (
  SELECT user_id FROM <activity>) WHERE user_id IN (SELECT user_id FROM (<people and their values>) WHERE value NOT IN {shown:Array(String)});
-- people
SELECT user_id FROM (<launches with their value>) WHERE value = {value:String};
-- people
SELECT user_id FROM (
  SELECT user_id FROM <people>
    AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')) WHERE user_id IN (SELECT user_id FROM (<people and their values>)
        WHERE value = {value:String});
-- people
SELECT user_id FROM (
  SELECT user_id
  FROM <churn events>
  WHERE notEmpty(leaving)) WHERE user_id IN (SELECT user_id FROM (<people and their values>) WHERE value = {value:String});
-- people
SELECT user_id FROM (
  SELECT user_id FROM <people> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND user_id NOT IN (
  SELECT user_id
  FROM <membership changes>
  WHERE gone_before + length(leaving) > length(returning))) WHERE user_id IN (SELECT user_id FROM (<people and their values>)
      WHERE value = {value:String});
-- people
SELECT user_id FROM (<values of <conversions>>) WHERE NOT is_refund AND value = {value:String};
