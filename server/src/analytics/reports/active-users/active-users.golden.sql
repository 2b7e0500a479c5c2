-- a week by the day
WITH
  arrayPushFront(arrayPopBack(days), toInt32(-9999)) AS days_before,
  arrayPushBack(arrayPopFront(days), toInt32(9999)) AS days_after
SELECT
  arrayJoin(arrayMap((day, before, after) -> toUInt32(
    day * 27
    + ((day - before >= 7) + (day - before >= 30)) * 9
    + ((after - day >= 7) + (after - day >= 30)) * 3
    + if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(day + 2, 1)) = arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)), 0,
        if(arrayElement({bucket_of_day:Array(UInt16)}, greatest(before + 2, 1)) = 0, 2, 1))),
    days, days_before, days_after)) AS visit,
  sum(people) AS users
FROM (
  SELECT
    count() AS people,
    arrayConcat(
      arrayMap(bit -> toInt32(bit + 0), bitPositionsToArray(word_0))) AS days
  FROM (
    SELECT
      groupBitOr(bitShiftLeft(toUInt64(intDiv(day, 64) = 0), bitAnd(day, 63))) AS word_0
    FROM (
      SELECT user_id, toUInt16(intDiv(toUInt32(toUnixTimestamp(time) - {bucket_origin:UInt32}), {bucket_cell:UInt32}) + 1) - 1 AS day
      FROM <activity>
    )
    GROUP BY user_id
  )
  GROUP BY word_0
)
GROUP BY visit;
-- people: as in visitors
