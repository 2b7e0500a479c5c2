-- a week by the day
SELECT if(place <= {top:UInt16}, toString(name), '\nothers') AS value, counted.1 AS bucket, sum(counted.2) AS users
FROM (
  SELECT
    toString(value) AS name,
    groupArray((bucket, users)) AS counts,
    row_number() OVER (ORDER BY max(users) DESC, name) AS place
  FROM (
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <activity>
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <people>
) AS person USING user_id
GROUP BY value, bucket
  )
  GROUP BY name
)
ARRAY JOIN counts AS counted
GROUP BY value, bucket;
-- compared
SELECT if(has({named:Array(String)}, toString(name)), toString(name), '\nothers') AS value, counted.1 AS bucket, sum(counted.2) AS users
FROM (
  SELECT
    toString(value) AS name,
    groupArray((bucket, users)) AS counts,
    row_number() OVER (ORDER BY max(users) DESC, name) AS place
  FROM (
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users
FROM (
    SELECT
      user_id,
      groupBitOr(bitShiftLeft(toUInt64(intDiv(place, 64) = 0), bitAnd(place, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt8(bucket(toUnixTimestamp(time)) - 1) AS place
      FROM <activity>
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <people>
) AS person USING user_id
GROUP BY value, bucket
  )
  GROUP BY name
)
ARRAY JOIN counts AS counted
GROUP BY value, bucket;
-- by chat type
SELECT events.chat_type AS value, bucket(toUnixTimestamp(time)) AS bucket, uniqExact(user_id) AS users
FROM <actions> AND user_id != 0
GROUP BY GROUPING SETS ((value, bucket), (value));
-- people
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM (SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <people>) WHERE true);
-- people
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM (SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <people>) WHERE value = {line:String});
-- people
SELECT tupleElement(users.last_profile, 'language') AS value, count() AS users
FROM <people> AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- people
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM (SELECT user_id, tupleElement(users.last_profile, 'language') AS value FROM <people>) WHERE NOT has({names:Array(String)},
        toString(value)));
