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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;
