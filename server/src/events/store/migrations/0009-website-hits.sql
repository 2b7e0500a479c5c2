-- Which website a hit is of (0 = none), and of which visitor, who is known for one day (0 = nobody in particular).
-- `engaged_ms` is time in the foreground, as `visible` and `hidden` carry it.
ALTER TABLE events ADD COLUMN IF NOT EXISTS site_id UInt32
    MATERIALIZED if(kind = 'site_hit', JSONExtractUInt(payload, 'site_hit', 'site'), 0) CODEC(T64, ZSTD(1));

ALTER TABLE events ADD COLUMN IF NOT EXISTS visitor_id UInt64
    MATERIALIZED if(kind = 'site_hit' AND JSONExtractString(payload, 'site_hit', 'visitor') != '',
        sipHash64(JSONExtractString(payload, 'site_hit', 'visitor')), 0) CODEC(ZSTD(1));

ALTER TABLE events ADD COLUMN IF NOT EXISTS engaged_ms UInt32
    MATERIALIZED if(kind = 'site_hit' AND name IN ('visible', 'hidden'),
        toUInt32(greatest(0, least(86400000, JSONExtractFloat(payload, 'site_hit', 'props', 'engaged')))), 0)
    CODEC(T64, ZSTD(1));

-- A payload that stands for a visit means something for the user who came by it, and nothing for others (0 = all users).
ALTER TABLE parsed_payloads ADD COLUMN IF NOT EXISTS for_user Int64 DEFAULT 0;
