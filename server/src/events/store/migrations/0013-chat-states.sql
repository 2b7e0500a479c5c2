-- Whether the bot may write to each user, by what happened last in their private chat: 1 = never opened (Telegram said so),
-- 2 = blocked, 3 = the account is deleted, 4 = open. A user without a row has never opened it: members of groups and users of
-- inline mode are known to the bot, and a campaign to 13 users once reached 3 of them. `last` is the time (ms) and the state
-- (the lowest 3 bits): the greatest of such numbers is found in 50 ms for a million users, that of tuples in 1.5 seconds.
-- Copies of an event say the same, so one that loses does no harm.
CREATE TABLE IF NOT EXISTS chat_states
(
    bot     LowCardinality(String),
    user_id Int64 CODEC(T64, LZ4),
    last    SimpleAggregateFunction(max, UInt64) CODEC(T64, LZ4)
)
ENGINE = AggregatingMergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- Lists that the owner uploads count only where nothing else is known: their time is 0. A call counts where Telegram's answer
-- is known, and only where it sends something: a chat action is answered with success to a blocked bot, too.
CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_chat_states TO chat_states AS
WITH
    JSONExtractString(payload, 'response', 'description') AS description,
    multiIf(
        kind = 'imported', 4,
        membership = 'blocked', if(description ILIKE '%user is deactivated%', 3, 2),
        chat_type != 'private' OR chat_id != user_id, 0,
        membership = 'unblocked' OR kind IN ('message', 'edited_message', 'callback_query'), 4,
        kind != 'call' OR NOT match(name, '^(send|copyMessage|forwardMessage)') OR name = 'sendChatAction', 0,
        code = 0, if(JSONHas(payload, 'response'), 4, 0),
        match(description, '(?i)can''t initiate conversation|chat not found|user not found|peer_id_invalid'), 1,
        0) AS state
SELECT bot, user_id, max(bitOr(bitShiftLeft(toUInt64(if(kind = 'imported', 0, time_ms)), 3), toUInt64(state))) AS last
FROM incoming
WHERE user_id > 0 AND state != 0
GROUP BY bot, user_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS campaign_outcomes_to_chat_states TO chat_states AS
WITH multiIf(
    status = 'Done', 4, status != 'Error', 0,
    reason = 'blocked', 2, reason = 'deactivated', 3, reason IN ('cannot_initiate', 'chat_not_found'), 1, 0) AS state
SELECT bot, user_id, max(bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 3), toUInt64(state))) AS last
FROM campaign_outcomes
WHERE user_id > 0 AND state != 0
GROUP BY bot, user_id;

-- The views see later inserts only, so older rows are read once. Repeated, this changes nothing.
INSERT INTO chat_states (bot, user_id, last)
WITH
    JSONExtractString(payload, 'response', 'description') AS description,
    multiIf(
        kind = 'imported', 4,
        membership = 'blocked', if(description ILIKE '%user is deactivated%', 3, 2),
        chat_type != 'private' OR chat_offset != 0, 0,
        membership = 'unblocked' OR kind IN ('message', 'edited_message', 'callback_query'), 4,
        kind != 'call' OR NOT match(name, '^(send|copyMessage|forwardMessage)') OR name = 'sendChatAction', 0,
        code = 0, if(JSONHas(payload, 'response'), 4, 0),
        match(description, '(?i)can''t initiate conversation|chat not found|user not found|peer_id_invalid'), 1,
        0) AS state
SELECT bot, user_id, max(bitOr(bitShiftLeft(toUInt64(if(kind = 'imported', 0, toUnixTimestamp64Milli(time))), 3), toUInt64(state)))
FROM events
WHERE user_id > 0 AND state != 0
GROUP BY bot, user_id;

INSERT INTO chat_states (bot, user_id, last)
WITH multiIf(
    status = 'Done', 4, status != 'Error', 0,
    reason = 'blocked', 2, reason = 'deactivated', 3, reason IN ('cannot_initiate', 'chat_not_found'), 1, 0) AS state
SELECT bot, user_id, max(bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 3), toUInt64(state)))
FROM campaign_outcomes
WHERE user_id > 0 AND state != 0
GROUP BY bot, user_id;
