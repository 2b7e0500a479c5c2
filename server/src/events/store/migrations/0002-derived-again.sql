-- How the launch payloads of a bot read by its present rules. Filled while its history is read again, empty otherwise.
CREATE TABLE IF NOT EXISTS launch_readings
(
    bot           LowCardinality(String),
    start_payload String,
    source        String,
    params        Map(LowCardinality(String), String)
)
ENGINE = MergeTree
ORDER BY (bot, start_payload);

-- The first and last launch of a person; unsaid, they are "no launch", which anything else beats. Between time and source stands the receipt (ms; negative in the maximum), so that
-- of two readings of one launch the one with the earlier receipt wins, as it does in `events`: a corrected copy is
-- given an earlier one, and simply added.
ALTER TABLE people
    ADD COLUMN IF NOT EXISTS first_source SimpleAggregateFunction(min, Tuple(time DateTime64(3, 'UTC'), receipt Int64, source String, start_payload String)) DEFAULT (toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC'), 0, '', ''),
    ADD COLUMN IF NOT EXISTS last_source SimpleAggregateFunction(max, Tuple(time DateTime64(3, 'UTC'), receipt Int64, source String, start_payload String));

ALTER TABLE incoming_to_people MODIFY QUERY
WITH
    fromUnixTimestamp64Milli(time_ms, 'UTC') AS at,
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet
SELECT
    bot,
    user_id,
    min(at) AS first_time,
    max(at) AS last_time,
    min(if(is_action, at, never)) AS first_action,
    max(if(is_action, at, not_yet)) AS last_action,
    min((at, first_name, last_name, username, toString(language), is_premium)) AS first_profile,
    max((at, first_name, last_name, username, toString(language), is_premium)) AS last_profile,
    min((if(is_start, at, never), if(is_start, received_ms, 0), if(is_start, toString(source), ''), if(is_start, start_payload, ''))) AS first_source,
    max((if(is_start, at, not_yet), if(is_start, -received_ms, 0), if(is_start, toString(source), ''), if(is_start, start_payload, ''))) AS last_source
FROM incoming
WHERE is_meeting AND user_id != 0
GROUP BY bot, user_id;

ALTER TABLE people DROP COLUMN IF EXISTS first_launch, DROP COLUMN IF EXISTS last_launch;

INSERT INTO people (bot, user_id, first_time, last_time, first_action, last_action, first_profile, last_profile, first_source, last_source)
WITH
    toDateTime64('2299-12-31 23:59:59.000', 3, 'UTC') AS never,
    toDateTime64(0, 3, 'UTC') AS not_yet
SELECT
    bot, user_id, min(time), max(time), never, not_yet,
    (never, '', '', '', '', false), (not_yet, '', '', '', '', false),
    min((time, toUnixTimestamp64Milli(received_at), toString(source), start_payload)),
    max((time, -toUnixTimestamp64Milli(received_at), toString(source), start_payload))
FROM events FINAL
WHERE is_start AND is_meeting AND user_id != 0
GROUP BY bot, user_id;

-- What events that are no longer kept told about people; `people` is made anew from `events` and this. Launches are
-- not in it: they stay in `events`, so that their payloads can be read by other rules.
CREATE TABLE IF NOT EXISTS people_kept
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
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1, min_rows_to_fsync_after_merge = 1;
