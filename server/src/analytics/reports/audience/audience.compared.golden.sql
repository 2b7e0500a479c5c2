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
      SELECT user_id, toUInt8(toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1) AS place
      FROM (SELECT user_id, time FROM events FINAL
PREWHERE is_action
WHERE bot = {bot:String} AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND user_id != 0)
    )
    GROUP BY user_id
) AS visitor
LEFT JOIN (
  SELECT user_id, tupleElement(people.last_profile, 'language') AS value FROM people FINAL
WHERE bot = {bot:String}
) AS person USING user_id
GROUP BY value, bucket
  )
  GROUP BY name
)
ARRAY JOIN counts AS counted
GROUP BY value, bucket;
