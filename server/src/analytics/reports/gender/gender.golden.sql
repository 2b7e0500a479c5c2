-- a week by the day
SELECT value, arrayJoin(arrayPushBack(arrayMap(bit -> toUInt16(bit + 1), bitPositionsToArray(word_0)), toUInt16(0))) AS bucket, count() AS users,
    sum(share) AS share_sum
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
  SELECT user_id, value, share
  FROM (SELECT user_id, replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile, 'first_name'))),
      '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') AS name FROM <people>) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', 1, 2)) AS value, share FROM first_names
  ) AS known USING name
) AS person USING user_id
GROUP BY value, bucket;
-- people: as in visitors
-- people
  SELECT user_id FROM <activity> WHERE user_id IN (
    SELECT user_id FROM <people> AND multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile,
        'first_name'))), '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male',
            replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile, 'first_name'))),
                '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female',
                    'unknown') = {line:String});
