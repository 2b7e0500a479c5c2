-- a week by the day
SELECT toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(type, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM <actions>
GROUP BY key;
-- hidden commands and short buttons
SELECT toUInt16(bucket(toUnixTimestamp(time)) * 64 + transform(if(events.type = 'text' AND chat_type = 'private' AND text IN {hidden:Array(String)},
    'command', events.type), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0)) AS key, count() AS number
FROM <actions>
GROUP BY key;
-- people: as in visitors
