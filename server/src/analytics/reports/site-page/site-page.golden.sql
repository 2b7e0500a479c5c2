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
