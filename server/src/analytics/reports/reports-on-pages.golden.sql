-- # web_sessions
-- a week by the day
SELECT
  bucket(toUInt32(intDiv(moments[1], 1000))) AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds,
  sum(reloads) AS reloads
FROM (<app sessions by ''>
)
GROUP BY bucket WITH ROLLUP;
-- users
  SELECT user_id FROM (<app sessions by ''>);

-- # app_session_source
-- a week by the day
SELECT value
FROM (<app sessions by source>
)
GROUP BY value
ORDER BY count() DESC, value
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(value)) + 1) AS line, bucket(toUInt32(intDiv(moments[1], 1000))) AS bucket, count() AS sessions
FROM (<app sessions by source>
)
GROUP BY line, bucket WITH ROLLUP;
-- users
SELECT user_id FROM (<app sessions by source>) WHERE true;
-- users
SELECT user_id FROM (<app sessions by source>) WHERE value = {line:String};
-- users
SELECT user_id FROM (<app sessions by source>) WHERE NOT has({names:Array(String)}, toString(value));

-- # app_session_device
-- a week by the day
SELECT value
FROM (<app sessions by platform>
)
GROUP BY value
ORDER BY count() DESC, value
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(value)) + 1) AS line, bucket(toUInt32(intDiv(moments[1], 1000))) AS bucket, count() AS sessions
FROM (<app sessions by platform>
)
GROUP BY line, bucket WITH ROLLUP;
-- users
SELECT user_id FROM (<app sessions by platform>) WHERE true;
-- users
SELECT user_id FROM (<app sessions by platform>) WHERE value = {line:String};
-- users
SELECT user_id FROM (<app sessions by platform>) WHERE NOT has({names:Array(String)}, toString(value));

-- # app_session_version
-- a week by the day
SELECT value
FROM (<app sessions by app_version>
)
GROUP BY value
ORDER BY count() DESC, value
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(value)) + 1) AS line, bucket(toUInt32(intDiv(moments[1], 1000))) AS bucket, count() AS sessions
FROM (<app sessions by app_version>
)
GROUP BY line, bucket WITH ROLLUP;
-- users
SELECT user_id FROM (<app sessions by app_version>) WHERE true;
-- users
SELECT user_id FROM (<app sessions by app_version>) WHERE value = {line:String};
-- users
SELECT user_id FROM (<app sessions by app_version>) WHERE NOT has({names:Array(String)}, toString(value));

-- # site_sessions
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

-- # site_session_source
-- a week by the day
SELECT entry
FROM (<site sessions by site_source where true>
)
GROUP BY entry
ORDER BY count() DESC, entry
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(entry)) + 1) AS line, bucket(toUInt32(intDiv(begin, 1000))) AS bucket, count() AS sessions
FROM (<site sessions by site_source where true>
)
GROUP BY line, bucket WITH ROLLUP;

-- # site_page
-- a week by the day
SELECT if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank, any(value) AS name, count() AS merged, sumForEach(counts) AS counts
FROM (
  SELECT value, counts, row_number() OVER (ORDER BY value = '', counts[1] DESC, counts[2] DESC, value) AS place
  FROM (
    SELECT if(<several websites>, concat(page.1, if(page.2 = '' OR startsWith(page.2, '/'), '', ' '), page.2), page.2) AS value,
        sumForEach(counts) AS counts
    FROM (
      SELECT (toString(site_host), site_path) AS page, [count(), 0, 0] AS counts
      FROM <events of nobody with kind = 'site_hit' AND name = 'page'>
      GROUP BY page
      UNION ALL
      SELECT tupleElement(end_page, 1) AS page, [0, countIf(tupleElement(end_page, 2) = 1), countIf(tupleElement(end_page, 2) = 2)]
      FROM (
        SELECT arrayJoin([(entry, 1), (exit, 2)]) AS end_page
        FROM (<site sessions by site_path where true>
        )
        WHERE views > 0
      )
      GROUP BY page
    )
    GROUP BY value
  )
)
GROUP BY rank;

-- # site_session_device
-- a week by the day
SELECT entry
FROM (<site sessions by site_device where true>
)
GROUP BY entry
ORDER BY count() DESC, entry
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(entry)) + 1) AS line, bucket(toUInt32(intDiv(begin, 1000))) AS bucket, count() AS sessions
FROM (<site sessions by site_device where true>
)
GROUP BY line, bucket WITH ROLLUP;

-- # site_session_country
-- a week by the day
SELECT entry
FROM (<site sessions by site_country where true>
)
GROUP BY entry
ORDER BY count() DESC, entry
LIMIT {top:UInt8};
-- a week by the day
SELECT toUInt8(indexOf({names:Array(String)}, toString(entry)) + 1) AS line, bucket(toUInt32(intDiv(begin, 1000))) AS bucket, count() AS sessions
FROM (<site sessions by site_country where true>
)
GROUP BY line, bucket WITH ROLLUP;
