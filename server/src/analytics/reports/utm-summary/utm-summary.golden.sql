-- a week by the day
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  count() AS held,
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
        [0, countIf(is_new), countIf(user_id IN (SELECT user_id FROM <activity>)), countIf(has_left), countIf(NOT is_away), 0],
        CAST(map(), 'Map(String, Int64)'), CAST(map(), 'Map(String, Int64)')
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
      ) AS steps USING user_id
      LEFT JOIN (<people who have a value>
      ) AS credit USING user_id
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, 0, 0, 0, 0, countIf(NOT is_refund)],
        sumMapIf(map(currency, assumeNotNull(amount)), currency != ''), sumMapIf(map(currency, toInt64(1)), currency != '')
      FROM (<values of <conversions>>)
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
