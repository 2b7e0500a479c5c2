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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1, old_parts_lifetime = 30;

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
