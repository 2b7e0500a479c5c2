-- `people` is made of winning copies alone: docs/decisions/0017. Who is in it by a copy that has lost since is in here, until
-- their row is made anew; a row that is `is_remade` says that it was, once.
CREATE TABLE IF NOT EXISTS stale_people
(
    bot       LowCardinality(String),
    user_id   Int64,
    marked_at DateTime64(3, 'UTC'),
    is_remade Bool
)
ENGINE = MergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- Rows that make bot users and win over all other copies that are stored or come in with them. Keeps nothing itself.
CREATE TABLE IF NOT EXISTS winning
(
    bot           LowCardinality(String),
    user_id       Int64,
    at            DateTime64(3, 'UTC'),
    is_imported   Bool,
    is_action     Bool,
    is_start      Bool,
    received_ms   Int64,
    source        String,
    start_payload String,
    first_name    String,
    last_name     String,
    username      String,
    language      String,
    is_premium    Bool,
    -- A copy that had come in before, at another time, has lost to it.
    has_beaten    Bool
)
ENGINE = Null;

DROP VIEW IF EXISTS incoming_to_people;

-- In a materialized view the table it stands on is the inserted block wherever it is named, in subqueries too
-- (clickhouse.com/docs/materialized-view/incremental-materialized-view). Whether the block is in `events` already does not
-- matter: no row wins over itself.
CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_winning TO winning AS
SELECT
    bot, user_id,
    fromUnixTimestamp64Milli(time_ms, 'UTC') AS at,
    kind = 'imported' AS is_imported,
    is_action, is_start, received_ms, toString(source) AS source, start_payload,
    first_name, last_name, username, toString(language) AS language, is_premium,
    arrayExists(copy -> copy.1 < toUInt64(9007199254740992 - received_ms) AND copy.2 != at, copies) AS has_beaten
FROM incoming
LEFT JOIN (
    SELECT bot, shelf, user_id, id, groupArray((earliness, time)) AS copies
    FROM events
    WHERE (bot, shelf, user_id, id) IN (
        SELECT bot, shelf, user_id, id FROM incoming WHERE is_meeting AND user_id != 0)
    GROUP BY bot, shelf, user_id, id
) AS stored USING (bot, shelf, user_id, id)
WHERE is_meeting AND user_id != 0
    AND (bot, shelf, user_id, id, received_ms) IN (
        SELECT bot, shelf, user_id, id, min(received_ms)
        FROM incoming
        WHERE is_meeting AND user_id != 0
        GROUP BY bot, shelf, user_id, id)
    AND NOT arrayExists(copy -> copy.1 > toUInt64(9007199254740992 - received_ms), copies);

-- Profiles of uploaded lists lie 2^41 ms (70 years) earlier: they count where nothing else has shown the person.
CREATE MATERIALIZED VIEW IF NOT EXISTS winning_to_people TO people AS
WITH
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet,
    if(is_imported, at - toIntervalMillisecond(2199023255552), at) AS shown_at
SELECT
    bot,
    user_id,
    min(at) AS first_time,
    max(at) AS last_time,
    min(if(is_action, at, never)) AS first_action,
    max(if(is_action, at, not_yet)) AS last_action,
    min((at, first_name, last_name, username, language, is_premium)) AS first_profile,
    max((shown_at, first_name, last_name, username, language, is_premium)) AS last_profile,
    min((if(is_start, at, never), if(is_start, received_ms, 0), if(is_start, source, ''), if(is_start, start_payload, ''))) AS first_source,
    max((if(is_start, at, not_yet), if(is_start, -received_ms, 0), if(is_start, source, ''), if(is_start, start_payload, ''))) AS last_source
FROM winning
GROUP BY bot, user_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS winning_to_stale_people TO stale_people AS
SELECT DISTINCT bot, user_id, now64(3) AS marked_at, false AS is_remade
FROM winning
WHERE has_beaten;

-- A refund is started by the bot: no action, and no meeting.
ALTER TABLE events UPDATE is_action = false, is_meeting = false
WHERE kind = 'message' AND type = 'payment' AND amount < 0 AND is_action
SETTINGS mutations_sync = 2;

-- The first word of a text decides what is a command, whatever Telegram marked. Launches stay what they were.
ALTER TABLE events UPDATE
    type = 'command',
    name = substringUTF8(lowerUTF8(extract(if(text = '', long_text, text), '^(/[\\p{L}\\p{N}_][^\\s@]*)')), 1, 256)
WHERE type IN ('text', 'command') AND NOT is_start AND match(if(text = '', long_text, text), '^/[\\p{L}\\p{N}_]')
SETTINGS mutations_sync = 2;

-- What is rolled up was told of both.
INSERT INTO rollups (bot, version, edition, until, closing)
SELECT bot, version + 1, edition + 1, toDateTime64(0, 3, 'UTC'), toDateTime64(0, 3, 'UTC')
FROM rollups FINAL
WHERE closing > toDateTime64(0, 3, 'UTC');

-- `people` was made of all copies. Anew, out of the winning ones and of what is kept of events that were forgotten.
TRUNCATE TABLE people;

INSERT INTO people (bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile, first_source, last_source)
WITH
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet,
    toDateTime64('1900-01-01 00:00:00.000', 3, 'UTC') AS before_all
SELECT
    bot, user_id, min(time), max(time), min(if(is_action, time, never)), max(if(is_action, time, not_yet)),
    (never, '', '', '', '', false), (before_all, '', '', '', '', false),
    min(if(is_start, (time, toUnixTimestamp64Milli(received_at), toString(source), start_payload), (never, toInt64(0), '', ''))),
    max(if(is_start, (time, -toUnixTimestamp64Milli(received_at), toString(source), start_payload), (not_yet, toInt64(0), '', '')))
FROM events FINAL
WHERE is_meeting AND user_id != 0
GROUP BY bot, user_id;

INSERT INTO people (bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile, first_source, last_source)
SELECT
    bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile,
    (toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC'), toInt64(0), '', ''), (toDateTime64(0, 3, 'UTC'), toInt64(0), '', '')
FROM people_kept FINAL;

INSERT INTO people (bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile, first_source, last_source)
WITH
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet,
    if(kind = 'imported', time - toIntervalMillisecond(2199023255552), time) AS shown_at,
    -- As numbers: min and max of a DateTime64 before 1970 came out exchanged where the engine grouped by user.
    toUnixTimestamp64Milli(time) - if(kind = 'imported', 2199023255552, 0) AS shown_ms,
    JSONExtractRaw(payload, kind) AS body,
    arrayFirst(person -> JSONExtractInt(person, 'id') = user_id, [
      JSONExtractRaw(body, 'from'),
      JSONExtractRaw(body, 'user'),
      JSONExtractRaw(body, 'new_chat_member', 'user'),
      JSONExtractRaw(body, 'boost', 'source', 'user'),
      JSONExtractRaw(body, 'source', 'user')
    ]) AS person,
    (JSONExtractString(person, 'first_name'), JSONExtractString(person, 'last_name'),
      JSONExtractString(person, 'username'), toString(language), is_premium) AS profile
SELECT
    bot, user_id, min(time), max(time), never, not_yet,
    min((time, profile.1, profile.2, profile.3, profile.4, profile.5)),
    max((shown_at, profile.1, profile.2, profile.3, profile.4, profile.5)),
    (never, toInt64(0), '', ''), (not_yet, toInt64(0), '', '')
FROM events FINAL
WHERE is_meeting AND user_id != 0 AND payload != '' AND (bot, user_id, shown_ms) IN (
    SELECT bot, user_id, arrayJoin([min(shown_ms), max(shown_ms)])
    FROM events FINAL
    WHERE is_meeting AND user_id != 0 AND payload != ''
    GROUP BY bot, user_id)
GROUP BY bot, user_id;
