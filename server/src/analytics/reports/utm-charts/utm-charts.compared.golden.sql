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
      SELECT value, arrayJoin([toUInt16(0), toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1)]) AS bucket, count() AS number
      FROM (
  SELECT user_id, time, toString(source) AS value
  FROM events FINAL
PREWHERE is_start AND user_id != 0
WHERE bot = {bot:String} AND time < fromUnixTimestamp64Milli({end:Int64}, 'UTC') AND time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  UNION ALL
  SELECT user_id, first_action AS time, '' AS value
  FROM people FINAL
WHERE bot = {bot:String}
    AND first_action < tupleElement(first_source, 'time')
    AND first_action >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_action < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      )
      GROUP BY value, bucket
    )
    GROUP BY value
  )
)
GROUP BY rank;
