-- a week by the day
SELECT toUInt16(bucket(toUnixTimestamp(time)) * 64 + (transform(kind, {words:Array(String)}, {word_numbers:Array(UInt8)}, 0) + if(kind = 'call',
    transform(multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), {words:Array(String)}, {word_numbers:Array(UInt8)}, 0), 0))) AS key, count() AS number
FROM <events> AND kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event') AND (membership != 'unblocked'
    OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0)
GROUP BY key;
-- people
  SELECT user_id
  FROM (SELECT user_id, direction, if(kind = 'call', multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), kind) AS event FROM <events> AND kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event')
        AND (membership != 'unblocked' OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0) AND user_id != 0)
  WHERE direction = {line:String};
-- people
  SELECT user_id
  FROM (SELECT user_id, direction, if(kind = 'call', multiIf(
    match(name, '^(send|copy|forward)'), 'call:send',
    match(name, '^(edit|stop)'), 'call:edit',
    startsWith(name, 'delete'), 'call:delete',
    startsWith(name, 'answer'), 'call:answer',
    'call:other'), kind) AS event FROM <events> AND kind NOT IN ('imported', 'field_change', 'link_click', 'site_hit', 'site_event')
        AND (membership != 'unblocked' OR kind = 'my_chat_member') AND (kind != 'hit' OR user_id != 0) AND user_id != 0)
  WHERE event = {line:String};
