-- Which opening of a Mini App a hit belongs to, as 64 bits of a hash (0 = not known), and which Mini App (0 = of a
-- simulated history). Sessions tell reloads from launches by the first, so it is read for every hit of a period.
ALTER TABLE events ADD COLUMN IF NOT EXISTS launch_id UInt64
    MATERIALIZED if(kind = 'hit' AND JSONExtractString(payload, 'hit', 'launch') != '',
        sipHash64(JSONExtractString(payload, 'hit', 'launch')), 0) CODEC(ZSTD(1));

ALTER TABLE events ADD COLUMN IF NOT EXISTS app_id UInt32
    MATERIALIZED if(kind = 'hit', JSONExtractUInt(payload, 'hit', 'app'), 0) CODEC(T64, ZSTD(1));
