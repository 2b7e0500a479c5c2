-- What reports on websites group hits by, so that they need not read payloads. The source of a page view: `utm_source`, else
-- whose click ID the address has (as in events/normalize/launch-of-visit.ts), else the host of the page before; '' = none.
ALTER TABLE events ADD COLUMN IF NOT EXISTS site_source LowCardinality(String)
    MATERIALIZED if(kind = 'site_hit' AND name = 'page', multiIf(
        JSONExtractString(payload, 'site_hit', 'campaign', 'utm_source') != '',
        JSONExtractString(payload, 'site_hit', 'campaign', 'utm_source'),
        JSONExtractString(payload, 'site_hit', 'campaign', 'gclid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'gbraid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'wbraid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'dclid') != '', 'google',
        JSONExtractString(payload, 'site_hit', 'campaign', 'yclid') != '', 'yandex',
        JSONExtractString(payload, 'site_hit', 'campaign', 'ysclid') != '', 'yandex',
        JSONExtractString(payload, 'site_hit', 'campaign', 'fbclid') != '', 'facebook',
        JSONExtractString(payload, 'site_hit', 'campaign', 'msclkid') != '', 'bing',
        JSONExtractString(payload, 'site_hit', 'campaign', 'ttclid') != '', 'tiktok',
        JSONExtractString(payload, 'site_hit', 'campaign', 'twclid') != '', 'twitter',
        JSONExtractString(payload, 'site_hit', 'campaign', 'li_fat_id') != '', 'linkedin',
        JSONExtractString(payload, 'site_hit', 'campaign', 'rb_clickid') != '', 'vk',
        replaceRegexpOne(splitByChar('/', JSONExtractString(payload, 'site_hit', 'referrer'))[1], '^www\\.', '')), '');

ALTER TABLE events ADD COLUMN IF NOT EXISTS site_path String
    MATERIALIZED if(kind = 'site_hit' AND name = 'page', JSONExtractString(payload, 'site_hit', 'path'), '') CODEC(ZSTD(1));

ALTER TABLE events ADD COLUMN IF NOT EXISTS site_device LowCardinality(String)
    MATERIALIZED if(kind = 'site_hit', JSONExtractString(payload, 'site_hit', 'device'), '');
