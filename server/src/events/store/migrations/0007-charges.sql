-- Payments and refunds inside Telegram, told once more beside events like the rest of what is rolled up: of all they ever
-- did, one event in hundreds. A charge that is told again counts where it came first, so each question about money looks
-- at all of them.
CREATE TABLE IF NOT EXISTS charges
(
    bot       LowCardinality(String),
    edition   UInt64 CODEC(Delta, ZSTD(1)),
    user_id   Int64 CODEC(T64, LZ4),
    time      DateTime64(3, 'UTC') CODEC(T64, LZ4),
    id        UInt64 CODEC(NONE),
    charge_id String CODEC(ZSTD(1)),
    amount    Int64 CODEC(T64, LZ4),
    currency  LowCardinality(String)
)
ENGINE = MergeTree
ORDER BY (bot, edition, user_id, time)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

-- What was rolled up before knows nothing of them: its next edition does.
INSERT INTO rollups (bot, version, edition, until, closing)
SELECT bot, version + 1, edition + 1, toDateTime64(0, 3, 'UTC'), toDateTime64(0, 3, 'UTC')
FROM rollups FINAL
WHERE closing > toDateTime64(0, 3, 'UTC');
