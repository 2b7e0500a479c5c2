-- What reports about Mini Apps divide by, taken out of the payload when a hit comes in, like the columns of targets.
ALTER TABLE events ADD COLUMN IF NOT EXISTS platform LowCardinality(String)
    MATERIALIZED if(kind = 'hit', JSONExtractString(payload, 'hit', 'platform'), '');
ALTER TABLE events ADD COLUMN IF NOT EXISTS app_version LowCardinality(String)
    MATERIALIZED if(kind = 'hit', JSONExtractString(payload, 'hit', 'version'), '');
ALTER TABLE events MATERIALIZE COLUMN platform;
ALTER TABLE events MATERIALIZE COLUMN app_version;
