-- `opened_ms` is the first contact in the private chat (ms; the greatest number = none): what "first contact" automations
-- wait for, where the first contact of all may have been an inline query.
ALTER TABLE chat_states ADD COLUMN IF NOT EXISTS
    opened_ms SimpleAggregateFunction(min, UInt64) DEFAULT 18446744073709551615 CODEC(T64, LZ4);

-- Faults of before: a refund "opened" the chat of a user who had blocked the bot, a list that said "left" did too, and
-- an update that Telegram repeated for hours, because the bot failed on it, counted when it came last. Now the second of
-- Telegram's own date orders what happened, and the receipt within that second. A Mini App whose initData are proven says
-- that the bot may write to a user who sent no message, as of their `auth_date`. The clock of a bot that dates its calls is
-- not believed where it is two days away from ours.
ALTER TABLE incoming_to_chat_states MODIFY QUERY
WITH
    JSONExtractString(payload, 'response', 'description') AS description,
    kind = 'hit' AND JSONExtractBool(payload, 'hit', 'from', 'allows_write_to_pm') AS allows_writing,
    toInt64(sent_at) * 1000 AS dated_ms,
    multiIf(
        kind = 'imported', if(membership = 'blocked', 1, 0),
        allows_writing, JSONExtractInt(payload, 'hit', 'auth_date') * 1000,
        sent_at = 0 OR kind = 'call' AND abs(time_ms - dated_ms) > 172800000, time_ms,
        least(greatest(time_ms, dated_ms), dated_ms + 999)) AS moment,
    multiIf(
        membership = 'blocked', if(description ILIKE '%user is deactivated%', 3, 2),
        kind = 'imported' OR allows_writing, 4,
        chat_type != 'private' OR chat_id != user_id, 0,
        membership = 'unblocked', 4,
        is_action AND kind IN ('message', 'edited_message', 'callback_query', 'message_reaction'), 4,
        kind != 'call' OR NOT match(name, '^(send|copyMessage|forwardMessage)') OR name = 'sendChatAction', 0,
        code = 0, if(JSONHas(payload, 'response'), 4, 0),
        match(description, '(?i)can''t initiate conversation|chat not found|user not found|peer_id_invalid'), 1,
        0) AS state
SELECT
    bot, user_id,
    max(bitOr(bitShiftLeft(toUInt64(greatest(0, moment)), 3), toUInt64(state))) AS last,
    min(if(is_contact, toUInt64(greatest(0, time_ms)), 18446744073709551615)) AS opened_ms
FROM incoming
WHERE user_id > 0 AND state != 0
GROUP BY bot, user_id;

-- The view sees later inserts only, so older rows are read once. Repeated, this changes nothing.
INSERT INTO chat_states (bot, user_id, last, opened_ms)
WITH
    JSONExtractString(payload, 'response', 'description') AS description,
    toUnixTimestamp64Milli(time) AS time_ms,
    toInt64(toUnixTimestamp(sent_at)) * 1000 AS dated_ms,
    multiIf(
        kind = 'imported', if(membership = 'blocked', 1, 0),
        dated_ms = 0, time_ms,
        least(greatest(time_ms, dated_ms), dated_ms + 999)) AS moment,
    multiIf(
        membership = 'blocked', if(description ILIKE '%user is deactivated%', 3, 2),
        kind = 'imported', 4,
        chat_type != 'private' OR chat_offset != 0, 0,
        membership = 'unblocked', 4,
        is_action AND kind IN ('message', 'edited_message', 'callback_query', 'message_reaction'), 4,
        0) AS state
SELECT
    bot, user_id,
    max(bitOr(bitShiftLeft(toUInt64(greatest(0, moment)), 3), toUInt64(state))),
    min(toUInt64(greatest(0, time_ms)))
FROM events
WHERE user_id > 0 AND is_contact AND state != 0
GROUP BY bot, user_id;
