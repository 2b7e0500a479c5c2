-- a week by the day
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
  SELECT user_id, toUInt8(1) AS value FROM <people> AND tupleElement(users.last_profile, 'is_premium')
) AS person USING user_id
GROUP BY value, bucket;
-- people: as in visitors
-- people
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM <people> AND if(tupleElement(users.last_profile, 'is_premium'), 'premium', 'regular') = {line:String});
