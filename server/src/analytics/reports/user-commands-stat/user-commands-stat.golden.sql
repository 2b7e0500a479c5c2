-- a week by the day
SELECT name
FROM <actions with type IN ('command', 'button') AND name != ''>
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};
-- a week by the day
SELECT
  toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM <actions with type IN ('command', 'button') AND name != ''>
GROUP BY key;
-- a week by the day
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(name, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;
-- a week by the day
SELECT bucket(toUnixTimestamp(time)) AS bucket, count() AS actions
FROM <actions with type IN ('command', 'button') AND name != ''>
GROUP BY bucket WITH ROLLUP;
-- hidden commands and short buttons
SELECT if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1, {callback_length:UInt8}), events.name)) AS name
FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
    AND text IN {hidden:Array(String)})>
GROUP BY name
ORDER BY count() DESC, name
LIMIT {top:UInt8};
-- hidden commands and short buttons
SELECT
  toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name, 1,
      {callback_length:UInt8}), events.name)), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key,
  count() AS number,
  uniqExactIf(user_id, user_id != 0) AS users
FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
    AND text IN {hidden:Array(String)})>
GROUP BY key;
-- hidden commands and short buttons
SELECT arrayJoin(bitPositionsToArray(names)) AS place, count() AS users
FROM (
  SELECT user_id, groupBitOr(bitShiftLeft(toUInt16(1), transform(if(events.type = 'text', text, if(events.type = 'button', substringUTF8(events.name,
      1, {callback_length:UInt8}), events.name)), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0))) AS names
  FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
      AND text IN {hidden:Array(String)})> AND user_id != 0
  GROUP BY user_id
)
GROUP BY place;
-- hidden commands and short buttons
SELECT bucket(toUnixTimestamp(time)) AS bucket, count() AS actions
FROM <actions with (events.type IN ('command', 'button') AND events.name != '' OR events.type = 'text' AND chat_type = 'private'
    AND text IN {hidden:Array(String)})>
GROUP BY bucket WITH ROLLUP;
-- people
  SELECT user_id FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0;
-- people
  SELECT user_id FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0 AND name IN {words:Array(String)};
-- people
  SELECT user_id FROM <actions with type IN ('command', 'button') AND name != ''> AND user_id != 0 AND name NOT IN {words:Array(String)};
