-- Who is in a list or a snapshot. The last change of a user wins: `version` is its time in ms.
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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;
