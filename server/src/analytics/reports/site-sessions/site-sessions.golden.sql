-- a week by the day
SELECT
  bucket(toUnixTimestamp(time)) AS bucket,
  uniqExactIf(visitor_id, visitor_id != 0) AS visitors,
  countIf(name = 'page') AS page_views,
  countIf(name = 'bot_link') AS bot_clicks
FROM <events of nobody with kind = 'site_hit'>
GROUP BY bucket WITH ROLLUP;
-- a week by the day
SELECT
  bucket(toUInt32(intDiv(begin, 1000))) AS bucket,
  count() AS sessions,
  quantileExactInclusive(0.5)(engaged) / 1000 AS engaged_seconds,
  100 * countIf(views = 1 AND engaged < {engaged_ms:UInt32}) / count() AS bounced
FROM (<site sessions where true>
)
GROUP BY bucket WITH ROLLUP;
