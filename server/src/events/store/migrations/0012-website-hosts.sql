-- Where a page view was, so that pages of several websites are distinguished; without `www.`, as domains are allowed.
ALTER TABLE events ADD COLUMN IF NOT EXISTS site_host LowCardinality(String)
    MATERIALIZED if(kind = 'site_hit' AND name = 'page',
        replaceRegexpOne(JSONExtractString(payload, 'site_hit', 'host'), '^www\\.', ''), '');
