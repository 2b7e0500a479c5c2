-- Every statement is IF NOT EXISTS, so that a start which was interrupted repeats them.
-- Files that were replaced are deleted by a thread of each table, which looks ever more rarely where there is little to do,
-- every five minutes by default: an erased user was in such files two minutes after they had been rewritten. With the
-- settings below it looks every 20 s, whatever there is to do.

-- One row per event. Copies of an event share (bot, partition_key, user_id, id), are stored side by side and collapse;
-- `version` = 2^53 - received_at (ms), so the copy that was received first wins. Read the table with FINAL.
-- `partition_key` follows the bot in the sorting key, so new rows are at the end of the table: FINAL merges recent
-- ranges only, and the minmax index finds a time range although `time` is not part of the key.
-- Keys made of days and keys made of update numbers are two partitions. In one partition a part would span the gap
-- between them and overlap every other part, and FINAL would merge all rows (7 days: 205 ms of CPU instead of 57).
-- Codecs are chosen by measurement: T64 reads the times of 10 million events in 15 ms, Delta + ZSTD in 116 ms, with
-- fewer bytes; ZSTD(1) makes payloads smaller than ZSTD(3) does (33.2 and 35.5 bytes per event).
CREATE TABLE IF NOT EXISTS events
(
    bot           LowCardinality(String),
    partition_key UInt32 CODEC(Delta, ZSTD(1)),
    user_id       Int64 CODEC(T64, LZ4),
    id            UInt64 CODEC(NONE),
    time          DateTime64(3, 'UTC') CODEC(T64, LZ4),
    kind          LowCardinality(String),
    type          LowCardinality(String),
    is_action     Bool,
    is_contact    Bool,
    is_start      Bool,
    membership    LowCardinality(String),
    direction     LowCardinality(String),
    chat_type     LowCardinality(String),
    -- Nearly always 0: a private chat has the id of its user.
    chat_offset   Int64 CODEC(T64, ZSTD(1)),
    chat_id       Int64 ALIAS user_id + chat_offset,
    name          LowCardinality(String),
    text          String CODEC(ZSTD(1)),
    start_payload String CODEC(ZSTD(1)),
    source        LowCardinality(String),
    params        Map(LowCardinality(String), String) CODEC(ZSTD(1)),
    amount        Int64 CODEC(T64, ZSTD(1)),
    currency      LowCardinality(String),
    code          Int32 CODEC(T64, ZSTD(1)),
    language      LowCardinality(String),
    is_premium    Bool,
    sent_at       DateTime('UTC') CODEC(T64, ZSTD(1)),
    version       UInt64 CODEC(T64, ZSTD(1)),
    received_at   DateTime64(3, 'UTC') ALIAS fromUnixTimestamp64Milli(toInt64(9007199254740992 - version), 'UTC'),
    payload       String CODEC(ZSTD(1)),
    -- The columns below are extracted from the payload on insert. Payloads are most of the bytes, and a few long texts
    -- or payments among a granule's 8,192 rows are enough for all its payloads to be read.
    -- A typed text that is too long for `text`; '' for short ones.
    long_text     String MATERIALIZED if(type IN ('text', 'command') AND text = '',
        JSONExtractString(payload, toString(kind), 'text'), '') CODEC(ZSTD(1)),
    -- Telegram's number of a payment inside Telegram; a refund has the number of its payment.
    charge_id     String MATERIALIZED if(type = 'payment' AND kind = 'message', concat(
        JSONExtractString(payload, 'message', 'successful_payment', 'telegram_payment_charge_id'),
        JSONExtractString(payload, 'message', 'refunded_payment', 'telegram_payment_charge_id')), '') CODEC(ZSTD(1)),
    platform      LowCardinality(String) MATERIALIZED if(kind = 'hit', JSONExtractString(payload, 'hit', 'platform'), ''),
    app_version   LowCardinality(String) MATERIALIZED if(kind = 'hit', JSONExtractString(payload, 'hit', 'version'), ''),
    -- Which opening of a Mini App a hit belongs to, as 64 bits of a hash (0 = not known), and which Mini App (0 = of a
    -- simulated history). Sessions tell reloads from launches by the first, so it is read for every hit of a period.
    launch_id     UInt64 MATERIALIZED if(kind = 'hit' AND JSONExtractString(payload, 'hit', 'launch') != '',
        sipHash64(JSONExtractString(payload, 'hit', 'launch')), 0) CODEC(ZSTD(1)),
    app_id        UInt32 MATERIALIZED if(kind = 'hit', JSONExtractUInt(payload, 'hit', 'app'), 0) CODEC(T64, ZSTD(1)),
    -- Which website a hit is of (0 = none), and of which visitor, who is known for one day (0 = nobody in particular).
    site_id       UInt32 MATERIALIZED if(kind = 'site_hit', JSONExtractUInt(payload, 'site_hit', 'site'), 0)
        CODEC(T64, ZSTD(1)),
    visitor_id    UInt64 MATERIALIZED if(kind = 'site_hit' AND JSONExtractString(payload, 'site_hit', 'visitor') != '',
        sipHash64(JSONExtractString(payload, 'site_hit', 'visitor')), 0) CODEC(ZSTD(1)),
    -- Time in the foreground, as `visible` and `hidden` carry it.
    engaged_ms    UInt32 MATERIALIZED if(kind = 'site_hit' AND name IN ('visible', 'hidden'),
        toUInt32(greatest(0, least(86400000, JSONExtractFloat(payload, 'site_hit', 'props', 'engaged')))), 0)
        CODEC(T64, ZSTD(1)),
    -- Values by which reports on websites group hits, so that they need not read payloads. The source of a page view: `utm_source`,
    -- else whose click ID the address has (as in events/normalize/launch-of-visit.ts), else the host of the page before. It
    -- is '' where there is none.
    site_source   LowCardinality(String) MATERIALIZED if(kind = 'site_hit' AND name = 'page', multiIf(
        JSONExtractString(payload, 'site_hit', 'campaign', 'utm_source') != '',
        JSONExtractString(payload, 'site_hit', 'campaign', 'utm_source'),
        JSONExtractString(payload, 'site_hit', 'campaign', 'gclid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'gbraid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'wbraid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'dclid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'yclid') != '', 'yandex',
        JSONExtractString(payload, 'site_hit', 'campaign', 'ysclid') != '', 'yandex',
        JSONExtractString(payload, 'site_hit', 'campaign', 'fbclid') != '', 'facebook',
        JSONExtractString(payload, 'site_hit', 'campaign', 'msclkid') != '', 'bing',
        JSONExtractString(payload, 'site_hit', 'campaign', 'ttclid') != '', 'tiktok',
        JSONExtractString(payload, 'site_hit', 'campaign', 'twclid') != '', 'twitter',
        JSONExtractString(payload, 'site_hit', 'campaign', 'li_fat_id') != '', 'linkedin',
        JSONExtractString(payload, 'site_hit', 'campaign', 'rb_clickid') != '', 'vk',
        replaceRegexpOne(splitByChar('/', JSONExtractString(payload, 'site_hit', 'referrer'))[1], '^www\\.', '')), ''),
    site_path     String MATERIALIZED if(kind = 'site_hit' AND name = 'page',
        JSONExtractString(payload, 'site_hit', 'path'), '') CODEC(ZSTD(1)),
    site_device   LowCardinality(String) MATERIALIZED if(kind = 'site_hit',
        JSONExtractString(payload, 'site_hit', 'device'), ''),
    -- The country that a website's hit came from, ISO 3166-1 alpha-2; '' = not known.
    site_country  LowCardinality(String) MATERIALIZED if(kind = 'site_hit',
        JSONExtractString(payload, 'site_hit', 'country'), ''),
    -- Where a page view was, so that pages of several websites are distinguished; without `www.`, as domains are allowed.
    site_host     LowCardinality(String) MATERIALIZED if(kind = 'site_hit' AND name = 'page',
        replaceRegexpOne(JSONExtractString(payload, 'site_hit', 'host'), '^www\\.', ''), ''),
    INDEX time_range time TYPE minmax GRANULARITY 1,
    -- Says of each granule whether a user may be in it: a user's history is spread over all days. Of someone with 60
    -- events in two years 86 of 993 granules are left, 262 with those that FINAL adds. It costs 0.34 bytes an event.
    INDEX user_filter user_id TYPE bloom_filter(0.05) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY partition_key >= 2147483648
ORDER BY (bot, partition_key, user_id, id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Users of each bot. Every column is a minimum or a maximum, so a copy of an event changes nothing. Tuples compare from
-- the left: `first_*` is the tuple with the smallest time, `last_*` the one with the greatest. The default of
-- `first_source` means "no launch", which any launch replaces. `receipt` (ms; negative in the maximum) stands between
-- time and source, so of two readings of one launch the one received earlier wins, as in `events`: a corrected copy
-- gets an earlier receipt and is simply added. Derived from winning copies alone: docs/decisions/0017.
CREATE TABLE IF NOT EXISTS users
(
    bot           LowCardinality(String),
    user_id       Int64 CODEC(T64, LZ4),
    first_time    SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    last_time     SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    first_action  SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    last_action   SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    first_profile SimpleAggregateFunction(min, Tuple(time DateTime64(3, 'UTC'), first_name String, last_name String, username String, language String, is_premium Bool)),
    last_profile  SimpleAggregateFunction(max, Tuple(time DateTime64(3, 'UTC'), first_name String, last_name String, username String, language String, is_premium Bool)),
    first_source  SimpleAggregateFunction(min, Tuple(time DateTime64(3, 'UTC'), receipt Int64, source String, start_payload String)) DEFAULT (toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC'), 0, '', ''),
    last_source   SimpleAggregateFunction(max, Tuple(time DateTime64(3, 'UTC'), receipt Int64, source String, start_payload String))
)
ENGINE = AggregatingMergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- What deleted events contributed to `users`, which is rebuilt from `events` and this table. Launches are not in it:
-- they stay in `events`, so their payloads can be parsed by other rules.
CREATE TABLE IF NOT EXISTS archived_users
(
    bot           LowCardinality(String),
    user_id       Int64 CODEC(T64, LZ4),
    first_time    SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    last_time     SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    first_action  SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
    last_action   SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    first_profile SimpleAggregateFunction(min, Tuple(time DateTime64(3, 'UTC'), first_name String, last_name String, username String, language String, is_premium Bool)),
    last_profile  SimpleAggregateFunction(max, Tuple(time DateTime64(3, 'UTC'), first_name String, last_name String, username String, language String, is_premium Bool))
)
ENGINE = AggregatingMergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Users whose row in `users` contains a copy that has lost since. They wait here until the row is rebuilt;
-- `is_rebuilt` marks that it was rebuilt once.
CREATE TABLE IF NOT EXISTS user_rebuilds
(
    bot        LowCardinality(String),
    user_id    Int64,
    marked_at  DateTime64(3, 'UTC'),
    is_rebuilt Bool
)
ENGINE = MergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- A bot's launch payloads parsed by its current rules. Filled while the history is parsed again, empty otherwise.
CREATE TABLE IF NOT EXISTS parsed_payloads
(
    bot           LowCardinality(String),
    start_payload String,
    source        String,
    params        Map(LowCardinality(String), String),
    -- A payload that stands for a visit to a website means something for the user who came by it, and nothing for others
    -- (0 = all users).
    for_user      Int64 DEFAULT 0
)
ENGINE = MergeTree
ORDER BY (bot, start_payload);

-- The gender statistics of first names; filled from events/store/first-names/ when its contents change.
CREATE TABLE IF NOT EXISTS first_names
(
    -- Normalized like `nameSql` in analytics/query/gender.sql.ts.
    name    String,
    gender  LowCardinality(String),
    -- Share of the users with that name who have that gender, 0.9 to 1.
    share   Float64,
    version LowCardinality(String)
)
ENGINE = MergeTree
ORDER BY name;

-- Roll-ups: a short form of each bot's past (docs/decisions/0016). All of it is derived and can be deleted. The row
-- with the greatest version says how far it reaches: rows of `generation` cover everything before `until`. An event
-- that arrives later with a time before `pending_until` makes its user stale.
CREATE TABLE IF NOT EXISTS rollups
(
    bot           LowCardinality(String),
    version       UInt64,
    generation    UInt64,
    until         DateTime64(3, 'UTC'),
    pending_until DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY bot
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- Runs of one user's actions less than five minutes apart (the shortest session gap), cut at UTC midnight.
-- `gap_minutes`: whole minutes to the nearest other action, at most 240 (the longest gap). A row without actions says
-- that the run continues in the quarter of an hour that begins then, so any local day or hour finds its visitors by
-- `time` alone. Runs that are close to others come first: with a gap of an hour or less, sessions are made of them only.
CREATE TABLE IF NOT EXISTS activity_runs
(
    bot         LowCardinality(String),
    generation  UInt64 CODEC(Delta, ZSTD(1)),
    user_id     Int64 CODEC(T64, LZ4),
    time        DateTime64(3, 'UTC') CODEC(T64, LZ4),
    length      UInt32 CODEC(T64, LZ4),
    actions     UInt32 CODEC(T64, LZ4),
    gap_minutes UInt8
)
ENGINE = MergeTree
ORDER BY (bot, generation, gap_minutes >= 60, toDate(time), user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- When users left and returned; the two alternate.
CREATE TABLE IF NOT EXISTS membership_changes
(
    bot        LowCardinality(String),
    generation UInt64 CODEC(Delta, ZSTD(1)),
    user_id    Int64 CODEC(T64, LZ4),
    time       DateTime64(3, 'UTC') CODEC(T64, LZ4),
    is_return  Bool
)
ENGINE = MergeTree
ORDER BY (bot, generation, user_id, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Starts and blocks. A tracked launch is a start whose payload may name its source; it is significant if it follows a
-- block or nothing.
CREATE TABLE IF NOT EXISTS launches
(
    bot            LowCardinality(String),
    generation     UInt64 CODEC(Delta, ZSTD(1)),
    user_id        Int64 CODEC(T64, LZ4),
    time           DateTime64(3, 'UTC') CODEC(T64, LZ4),
    id             UInt64 CODEC(NONE),
    membership     LowCardinality(String),
    is_start       Bool,
    is_tracked     Bool,
    is_significant Bool,
    source         LowCardinality(String),
    params         Map(LowCardinality(String), String) CODEC(ZSTD(1))
)
ENGINE = MergeTree
ORDER BY (bot, generation, user_id, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Payments and refunds inside Telegram: one event in hundreds. A payment that is delivered twice counts where it came
-- first, so every question about money reads all of them.
CREATE TABLE IF NOT EXISTS payments
(
    bot        LowCardinality(String),
    generation UInt64 CODEC(Delta, ZSTD(1)),
    user_id    Int64 CODEC(T64, LZ4),
    time       DateTime64(3, 'UTC') CODEC(T64, LZ4),
    id         UInt64 CODEC(NONE),
    charge_id  String CODEC(ZSTD(1)),
    amount     Int64 CODEC(T64, LZ4),
    currency   LowCardinality(String)
)
ENGINE = MergeTree
ORDER BY (bot, generation, user_id, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Users with an event that arrived after its time was rolled up: their events are read until the roll-up is refreshed.
CREATE TABLE IF NOT EXISTS stale_users
(
    bot       LowCardinality(String),
    user_id   Int64,
    marked_at DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Members of lists and snapshots. The last change of a user wins: `version` is its time in ms.
CREATE TABLE IF NOT EXISTS segment_members
(
    bot        LowCardinality(String),
    segment_id UInt64,
    user_id    Int64 CODEC(T64, LZ4),
    is_member  Bool,
    version    UInt64 CODEC(T64, LZ4)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (bot, segment_id, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- The values of custom fields that users have now: the newest version of each, without the history, which is in `events`.
-- Deleting old events leaves it alone. Read the table with FINAL; a removed value is a row that is not set.
CREATE TABLE IF NOT EXISTS field_values
(
    bot          LowCardinality(String),
    key          LowCardinality(String),
    user_id      Int64 CODEC(T64, LZ4),
    -- Of texts, choices and links.
    value_text   String CODEC(ZSTD(1)),
    -- Of numbers; 1 and 0 of yes and no.
    value_number Float64 CODEC(ZSTD(1)),
    value_time   DateTime64(3, 'UTC') CODEC(T64, ZSTD(1)),
    value_list   Array(String) CODEC(ZSTD(1)),
    is_set       Bool,
    version      UInt64 CODEC(T64, ZSTD(1))
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (bot, key, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Users who are being erased. Statements that delete find them here, because the engine keeps the text of such a
-- statement in a file after it has ended. Rows are deleted at the end of each pass.
CREATE TABLE IF NOT EXISTS erasing_users
(
    bot        LowCardinality(String),
    erasure_id UInt64,
    user_id    Int64 CODEC(T64, LZ4),
    -- Who gets the user's events; 0 = nobody.
    new_id     Int64 CODEC(T64, LZ4),
    -- Makes numbers of payments unrecognizable; random, and forgotten with the row.
    salt       String CODEC(NONE)
)
ENGINE = MergeTree
ORDER BY (bot, erasure_id, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- What came of the recipients of campaigns. The last outcome of a recipient wins: `version` grows with its time.
CREATE TABLE IF NOT EXISTS campaign_outcomes
(
    bot         LowCardinality(String),
    campaign_id UInt32,
    user_id     Int64 CODEC(T64, LZ4),
    -- Done: delivered. Error: not delivered. Cancel: not sent.
    status      LowCardinality(String),
    reason      LowCardinality(String),
    time        DateTime64(3, 'UTC') CODEC(Delta, LZ4),
    -- Telegram's number of the message; 0 = not known.
    message_id  Int64 CODEC(T64, LZ4),
    -- Which message of the campaign the recipient got. 'Control' is a status of its own: the control group, at its start.
    variant     UInt8 DEFAULT 0,
    language    LowCardinality(String) DEFAULT '',
    version     UInt64 CODEC(T64, LZ4)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (bot, campaign_id, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- The country of each user's last hit of a Mini App: a row a user, where a million users with all their hits would be read
-- otherwise. A copy that came later from another country counts as well: its user was there. `app_id` lets the hits of one
-- Mini App be deleted. `last` is the time (48 bits, ms) and the two letters (16 bits): the greatest of such numbers is found
-- in 50 ms for a million users, that of tuples with a text in 1.5 seconds.
CREATE TABLE IF NOT EXISTS app_countries
(
    bot     LowCardinality(String),
    app_id  UInt32,
    user_id Int64 CODEC(T64, LZ4),
    last    SimpleAggregateFunction(max, UInt64) CODEC(T64, LZ4)
)
ENGINE = AggregatingMergeTree
ORDER BY (bot, app_id, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- Whether the bot may write to each user, by what happened last in their private chat: 1 = never opened (Telegram said so),
-- 2 = blocked, 3 = the account is deleted, 4 = open. A user without a row has never opened it: members of groups and users of
-- inline mode are known to the bot, and a campaign to 13 users once reached 3 of them. `last` is the time (ms) and the state
-- (the lowest 3 bits): the greatest of such numbers is found in 50 ms for a million users, that of tuples in 1.5 seconds.
-- Copies of an event say the same, so one that loses does no harm.
CREATE TABLE IF NOT EXISTS chat_states
(
    bot       LowCardinality(String),
    user_id   Int64 CODEC(T64, LZ4),
    last      SimpleAggregateFunction(max, UInt64) CODEC(T64, LZ4),
    -- The first contact in the private chat (ms; the greatest number = none): what "first contact" automations wait for,
    -- where the first contact of all may have been an inline query.
    opened_ms SimpleAggregateFunction(min, UInt64) DEFAULT 18446744073709551615 CODEC(T64, LZ4)
)
ENGINE = AggregatingMergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30,
    cleanup_delay_period = 10, max_cleanup_delay_period = 20, cleanup_delay_period_random_add = 5;

-- The only table that the product inserts events into. It stores nothing; the views below fill the tables in the same
-- insert.
CREATE TABLE IF NOT EXISTS incoming
(
    bot           LowCardinality(String),
    id            UInt64,
    partition_key UInt32,
    user_id       Int64,
    chat_id       Int64,
    chat_type     LowCardinality(String),
    direction     LowCardinality(String),
    kind          LowCardinality(String),
    type          LowCardinality(String),
    is_action     Bool,
    is_contact    Bool,
    is_start      Bool,
    membership    LowCardinality(String),
    time_ms       Int64,
    sent_at       UInt32,
    received_ms   Int64,
    name          LowCardinality(String),
    text          String,
    start_payload String,
    params        Map(LowCardinality(String), String),
    source        LowCardinality(String),
    amount        Int64,
    currency      LowCardinality(String),
    code          Int32,
    first_name    String,
    last_name     String,
    username      String,
    language      LowCardinality(String),
    is_premium    Bool,
    payload       String
)
ENGINE = Null;

-- Contacts that win over all other copies that are stored or inserted with them. Stores nothing itself.
CREATE TABLE IF NOT EXISTS accepted_contacts
(
    bot           LowCardinality(String),
    user_id       Int64,
    time          DateTime64(3, 'UTC'),
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
    -- A copy that arrived before, with another time, has lost to this one.
    replaces_copy Bool
)
ENGINE = Null;

CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_events TO events AS
SELECT
    bot, partition_key, user_id, id,
    fromUnixTimestamp64Milli(time_ms, 'UTC') AS time,
    kind, type, is_action, is_contact, is_start, membership, direction, chat_type, chat_id - user_id AS chat_offset, name, text,
    start_payload, source, params, amount, currency, code, language, is_premium,
    toDateTime(sent_at, 'UTC') AS sent_at,
    toUInt64(9007199254740992 - received_ms) AS version,
    payload
FROM incoming;

CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_stale_users TO stale_users AS
SELECT DISTINCT incoming.bot AS bot, incoming.user_id AS user_id, now64(3) AS marked_at
FROM incoming
INNER JOIN (
    SELECT bot, argMax(pending_until, version) AS pending_until
    FROM rollups
    GROUP BY bot
) AS rollup ON rollup.bot = incoming.bot
WHERE incoming.user_id != 0 AND fromUnixTimestamp64Milli(incoming.time_ms, 'UTC') < rollup.pending_until;

-- In a materialized view the source table is the inserted block wherever it is named, also in subqueries
-- (clickhouse.com/docs/materialized-view/incremental-materialized-view). It makes no difference whether the block is in
-- `events` already: a row does not win over itself.
CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_accepted_contacts TO accepted_contacts AS
SELECT
    bot, user_id,
    fromUnixTimestamp64Milli(time_ms, 'UTC') AS time,
    kind = 'imported' AS is_imported,
    is_action, is_start, received_ms, toString(source) AS source, start_payload,
    first_name, last_name, username, toString(language) AS language, is_premium,
    arrayExists(copy -> copy.1 < toUInt64(9007199254740992 - received_ms) AND copy.2 != time, copies) AS replaces_copy
FROM incoming
LEFT JOIN (
    SELECT bot, partition_key, user_id, id, groupArray((version, time)) AS copies
    FROM events
    WHERE (bot, partition_key, user_id, id) IN (
        SELECT bot, partition_key, user_id, id FROM incoming WHERE is_contact AND user_id != 0)
    GROUP BY bot, partition_key, user_id, id
) AS stored USING (bot, partition_key, user_id, id)
WHERE is_contact AND user_id != 0
    AND (bot, partition_key, user_id, id, received_ms) IN (
        SELECT bot, partition_key, user_id, id, min(received_ms)
        FROM incoming
        WHERE is_contact AND user_id != 0
        GROUP BY bot, partition_key, user_id, id)
    AND NOT arrayExists(copy -> copy.1 > toUInt64(9007199254740992 - received_ms), copies);

-- Profiles of imported lists are dated 2^41 ms (70 years) earlier: they count only where no event shows the user.
CREATE MATERIALIZED VIEW IF NOT EXISTS accepted_contacts_to_users TO users AS
WITH
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet,
    if(is_imported, time - toIntervalMillisecond(2199023255552), time) AS shown_at
SELECT
    bot,
    user_id,
    min(time) AS first_time,
    max(time) AS last_time,
    min(if(is_action, time, never)) AS first_action,
    max(if(is_action, time, not_yet)) AS last_action,
    min((time, first_name, last_name, username, language, is_premium)) AS first_profile,
    max((shown_at, first_name, last_name, username, language, is_premium)) AS last_profile,
    min((if(is_start, time, never), if(is_start, received_ms, 0), if(is_start, source, ''), if(is_start, start_payload, ''))) AS first_source,
    max((if(is_start, time, not_yet), if(is_start, -received_ms, 0), if(is_start, source, ''), if(is_start, start_payload, ''))) AS last_source
FROM accepted_contacts
GROUP BY bot, user_id;

CREATE MATERIALIZED VIEW IF NOT EXISTS accepted_contacts_to_user_rebuilds TO user_rebuilds AS
SELECT DISTINCT bot, user_id, now64(3) AS marked_at, false AS is_rebuilt
FROM accepted_contacts
WHERE replaces_copy;

CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_field_values TO field_values AS
WITH JSONExtractString(payload, 'field_change', 'type') AS type_name
SELECT
    bot, name AS key, user_id,
    if(type_name IN ('text', 'choice', 'link'), JSONExtractString(payload, 'field_change', 'value'), '') AS value_text,
    multiIf(
        type_name = 'number', JSONExtractFloat(payload, 'field_change', 'value'),
        type_name = 'boolean', toFloat64(JSONExtractBool(payload, 'field_change', 'value')),
        0) AS value_number,
    if(type_name = 'date', parseDateTime64BestEffortOrZero(JSONExtractString(payload, 'field_change', 'value'), 3, 'UTC'),
        toDateTime64(0, 3, 'UTC')) AS value_time,
    if(type_name = 'list', JSONExtract(payload, 'field_change', 'value', 'Array(String)'), []) AS value_list,
    JSONExtractBool(payload, 'field_change', 'is_set') AS is_set,
    JSONExtractUInt(payload, 'field_change', 'version') AS version
FROM incoming
WHERE kind = 'field_change' AND user_id != 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_app_countries TO app_countries AS
WITH JSONExtractString(payload, 'hit', 'country') AS country
SELECT
    bot, toUInt32(JSONExtractUInt(payload, 'hit', 'app')) AS app_id, user_id,
    max(bitOr(bitShiftLeft(toUInt64(time_ms), 16), toUInt64(reinterpretAsUInt16(reverse(country))))) AS last
FROM incoming
WHERE kind = 'hit' AND user_id != 0 AND match(country, '^[A-Z]{2}$')
GROUP BY bot, app_id, user_id;

-- Lists that the owner uploads count only where nothing else is known: their time is 0. A call counts where Telegram's answer
-- is known, and only where it sends something: a chat action is answered with success to a blocked bot, too. A refund opens no
-- chat, nor does a list that says "left". An update that Telegram repeats for hours, because the bot fails on it, counts when
-- it was sent: the second of Telegram's own date orders what happened, and the receipt within that second. A Mini App whose
-- initData are proven says that the bot may write to a user who sent no message, as of their `auth_date`. The clock of a bot
-- that dates its calls is not believed where it is two days away from ours.
CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_chat_states TO chat_states AS
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

CREATE MATERIALIZED VIEW IF NOT EXISTS campaign_outcomes_to_chat_states TO chat_states AS
WITH multiIf(
    status = 'Done', 4, status != 'Error', 0,
    reason = 'blocked', 2, reason = 'deactivated', 3, reason IN ('cannot_initiate', 'chat_not_found'), 1, 0) AS state
SELECT bot, user_id, max(bitOr(bitShiftLeft(toUInt64(toUnixTimestamp64Milli(time)), 3), toUInt64(state))) AS last
FROM campaign_outcomes
WHERE user_id > 0 AND state != 0
GROUP BY bot, user_id;
