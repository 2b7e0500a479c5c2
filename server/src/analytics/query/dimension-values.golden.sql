-- source
SELECT value, count() AS users
FROM (<users and their values>)
WHERE true AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- language
SELECT tupleElement(users.last_profile, 'language') AS value, count() AS users
FROM <users> AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- premium
SELECT if(tupleElement(users.last_profile, 'is_premium'), 'yes', 'no') AS value, count() AS users
FROM <users> AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- gender
SELECT multiIf(replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile, 'first_name'))),
    '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'male'), 'male',
        replaceAll(lowerUTF8(extract(normalizeUTF8NFKC(toLowCardinality(tupleElement(users.last_profile, 'first_name'))),
            '[\\p{Latin}\\p{Cyrillic}]+')), 'ё', 'е') IN (SELECT name FROM first_names WHERE gender = 'female'), 'female', 'unknown') AS value,
                count() AS users
FROM <users> AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- country
SELECT upper(extract(tupleElement(users.last_profile, 'language'), '[-_]([A-Za-z]{2})$')) AS value, count() AS users
FROM <users> AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- command
SELECT if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) AS value,
    uniqExact(user_id) AS users
FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
    AND text IN {hidden:Array(String)})> AND user_id != 0
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- chat_type
SELECT events.chat_type AS value, uniqExact(user_id) AS users
FROM <actions> AND user_id != 0
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
-- audience
SELECT multiIf(users.first_time < fromUnixTimestamp64Milli({start:Int64}, 'UTC'), 'returning',
    users.first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC'), 'new', 'not yet') AS value, count() AS users
FROM <users> AND user_id IN (
  SELECT user_id FROM <activity>)
GROUP BY value
ORDER BY users DESC, value
LIMIT {top:UInt16};
