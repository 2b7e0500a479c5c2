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
        FROM <people>
          AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
          AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      ) AS person
      LEFT JOIN (<people who have a value>
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
      ) AS person
      LEFT JOIN (<people who have a value>
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
      ) AS person
      LEFT JOIN (<people who have a value>
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
-- people
SELECT user_id FROM (<launches with their value>) WHERE true;
-- people: as in utm_summary
-- people
SELECT user_id FROM (<launches with their value>) WHERE value NOT IN {shown:Array(String)};
