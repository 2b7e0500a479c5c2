-- What the past of each bot comes to, told shorter than its events: see docs/decisions/0016. Everything in it is derived
-- and may be thrown away. How far it goes, the newest version holds: rows of `edition` tell everything before `until`;
-- what comes in from before `closing` since then makes its person "late".
CREATE TABLE IF NOT EXISTS rollups
(
    bot       LowCardinality(String),
    version   UInt64,
    edition   UInt64,
    until     DateTime64(3, 'UTC'),
    closing   DateTime64(3, 'UTC')
)
ENGINE = ReplacingMergeTree(version)
ORDER BY bot
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- Runs of one person's actions less than five minutes apart (the shortest session gap), cut at UTC midnight. `apart`: whole
-- minutes to the nearest other action, at most 240 (the longest gap). A row without actions says that the run goes on
-- in the quarter of an hour which begins then, so that any local day or hour finds its visitors by `time` alone. Those that
-- lie near others come first: where the gap is an hour or less, sessions are put together of them alone.
CREATE TABLE IF NOT EXISTS spells
(
    bot     LowCardinality(String),
    edition UInt64 CODEC(Delta, ZSTD(1)),
    user_id Int64 CODEC(T64, LZ4),
    time    DateTime64(3, 'UTC') CODEC(T64, LZ4),
    length  UInt32 CODEC(T64, LZ4),
    actions UInt32 CODEC(T64, LZ4),
    apart   UInt8
)
ENGINE = MergeTree
ORDER BY (bot, edition, apart >= 60, toDate(time), user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- When people really left and came back, taking turns.
CREATE TABLE IF NOT EXISTS turns
(
    bot       LowCardinality(String),
    edition   UInt64 CODEC(Delta, ZSTD(1)),
    user_id   Int64 CODEC(T64, LZ4),
    time      DateTime64(3, 'UTC') CODEC(T64, LZ4),
    is_return Bool
)
ENGINE = MergeTree
ORDER BY (bot, edition, user_id, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- Starts and departures. A link is a start whose payload may name its source; significant is a link that follows a
-- departure or nothing.
CREATE TABLE IF NOT EXISTS launches
(
    bot            LowCardinality(String),
    edition        UInt64 CODEC(Delta, ZSTD(1)),
    user_id        Int64 CODEC(T64, LZ4),
    time           DateTime64(3, 'UTC') CODEC(T64, LZ4),
    id             UInt64 CODEC(NONE),
    membership     LowCardinality(String),
    is_start       Bool,
    is_link        Bool,
    is_significant Bool,
    source         LowCardinality(String),
    params         Map(LowCardinality(String), String) CODEC(ZSTD(1))
)
ENGINE = MergeTree
ORDER BY (bot, edition, user_id, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- Of whom something came in that is older than what is rolled up: their events are read instead, until it is mended.
CREATE TABLE IF NOT EXISTS late_people
(
    bot       LowCardinality(String),
    user_id   Int64,
    marked_at DateTime64(3, 'UTC')
)
ENGINE = MergeTree
ORDER BY (bot, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

CREATE MATERIALIZED VIEW IF NOT EXISTS incoming_to_late_people TO late_people AS
SELECT DISTINCT incoming.bot AS bot, incoming.user_id AS user_id, now64(3) AS marked_at
FROM incoming
INNER JOIN (
    SELECT bot, argMax(closing, version) AS closing
    FROM rollups
    GROUP BY bot
) AS rollup ON rollup.bot = incoming.bot
WHERE incoming.user_id != 0 AND fromUnixTimestamp64Milli(incoming.time_ms, 'UTC') < rollup.closing;
