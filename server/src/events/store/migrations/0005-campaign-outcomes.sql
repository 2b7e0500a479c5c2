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
    version     UInt64 CODEC(T64, LZ4)
)
ENGINE = ReplacingMergeTree(version)
ORDER BY (bot, campaign_id, user_id)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;
