-- # utm_summary
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
          FROM <users> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
        ) AS user
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
-- users
SELECT user_id FROM (
  SELECT user_id FROM <activity>) WHERE user_id IN (SELECT user_id FROM (<users and their values>) WHERE true);
-- users
SELECT user_id FROM (
  SELECT user_id FROM <activity>) WHERE user_id IN (SELECT user_id FROM (<users and their values>) WHERE value = {value:String});
-- users
SELECT user_id FROM (
  SELECT user_id FROM <activity>) WHERE user_id IN (SELECT user_id FROM (<users and their values>) WHERE value NOT IN {shown:Array(String)});
-- users
SELECT user_id FROM (<launches with their value>) WHERE value = {value:String};
-- users
SELECT user_id FROM (
  SELECT user_id FROM <users>
    AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')) WHERE user_id IN (SELECT user_id FROM (<users and their values>)
        WHERE value = {value:String});
-- users
SELECT user_id FROM (
  SELECT user_id
  FROM <churn events>
  WHERE notEmpty(leaving)) WHERE user_id IN (SELECT user_id FROM (<users and their values>) WHERE value = {value:String});
-- users
SELECT user_id FROM (
  SELECT user_id FROM <users> AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
    AND user_id NOT IN (
  SELECT user_id
  FROM <membership changes>
  WHERE gone_before + length(leaving) > length(returning))) WHERE user_id IN (SELECT user_id FROM (<users and their values>)
      WHERE value = {value:String});
-- users
SELECT user_id FROM (<values of <conversions>>) WHERE NOT is_refund AND value = {value:String};

-- # utm_charts
-- a week by the day
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin([toUInt16(0), bucket(toUnixTimestamp(time))]) AS bucket, count() AS number
      FROM (<launches with their value>
      )
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
-- compared
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, if(has({named:Array(String)}, value), indexOf({named:Array(String)}, value), {top:UInt16} + 1) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin([toUInt16(0), bucket(toUnixTimestamp(time))]) AS bucket, count() AS number
      FROM (<launches with their value>
      )
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
-- new
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin(arrayPushFront(buckets, toUInt16(0))) AS bucket, count() AS number
      FROM (
        SELECT user_id, [bucket(toUnixTimestamp(first_time))] AS buckets
        FROM <users>
          AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
          AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      ) AS user
      LEFT JOIN (<users who have a value>
      ) AS credit USING user_id
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
-- visitors
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin(arrayPushFront(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket,
          count() AS number
      FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <activity>
    )
    GROUP BY user_id
      ) AS user
      LEFT JOIN (<users who have a value>
      ) AS credit USING user_id
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
-- left
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin(arrayPushFront(buckets, toUInt16(0))) AS bucket, count() AS number
      FROM (
        SELECT user_id, arrayDistinct(arrayMap(moment -> bucket(toUInt32(intDiv(moment, 1000))), leaving)) AS buckets
        FROM <churn events>
        WHERE notEmpty(buckets)
      ) AS user
      LEFT JOIN (<users who have a value>
      ) AS credit USING user_id
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
-- conversions
SELECT
  if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank,
  any(value) AS name,
  sumMap(points) AS points
FROM (
  SELECT value, points, row_number() OVER (ORDER BY value = '', points[0] DESC, value) AS place
  FROM (
    SELECT value, sumMap(map(bucket, number)) AS points
    FROM (
      SELECT value, arrayJoin([toUInt16(0), bucket(toUnixTimestamp(time))]) AS bucket, count() AS number
      FROM (<values of <conversions>> WHERE NOT is_refund
      )
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
-- users
SELECT user_id FROM (<launches with their value>) WHERE true;
-- users: as in utm_summary
-- users
SELECT user_id FROM (<launches with their value>) WHERE value NOT IN {shown:Array(String)};

-- # conversion_summary
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

-- # conversions_summary
-- a week by the day
SELECT
  bucket(toUnixTimestamp(time)) AS bucket,
  countIf(converts) AS conversions, uniqExactIf(user_id, converts) AS users, uniqExact(user_id) AS reached
FROM (
  SELECT user_id, time, false AS converts FROM <activity>
  UNION ALL
  SELECT user_id, time, true FROM <conversions>
  WHERE NOT is_refund
)
GROUP BY bucket WITH ROLLUP;
-- users
SELECT user_id FROM <conversions> WHERE NOT is_refund;

-- # conversions_chart_summary
-- a week by the day
SELECT target_id, bucket(toUnixTimestamp(time)) AS bucket, count() AS conversions
FROM <conversions>
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP;
-- users: as in conversions_summary
-- users
SELECT target_id, count() AS conversions
FROM <conversions>
WHERE NOT is_refund
GROUP BY target_id;

-- # conversion_sources
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
-- users
SELECT user_id FROM (<values of <conversions>>) WHERE NOT is_refund AND true;
-- users: as in utm_summary
-- users
SELECT user_id FROM (<values of <conversions>>) WHERE NOT is_refund AND value NOT IN {shown:Array(String)};

-- # sum_income
-- a week by the day
SELECT
  currency,
  bucket(toUnixTimestamp(time)) AS bucket,
  sum(amount) AS income,
  count() AS conversions
FROM <conversions>
WHERE currency != ''
GROUP BY currency, bucket WITH ROLLUP;
-- users
SELECT user_id FROM <conversions> WHERE currency != '';
-- users
SELECT user_id FROM <conversions> WHERE currency = {currency:String};
