-- a week by the day
SELECT if(value = '', 0, least(place, {top:UInt16} + 1)) AS rank, any(value) AS name, count() AS merged, sumForEach(counts) AS counts
FROM (
  SELECT value, counts, row_number() OVER (ORDER BY value = '', counts[1] DESC, counts[2] DESC, value) AS place
  FROM (
    SELECT value, sumForEach(counts) AS counts
    FROM (
      SELECT site_path AS value, [count(), 0, 0] AS counts
      FROM <events of nobody with kind = 'site_hit' AND name = 'page'>
      GROUP BY value
      UNION ALL
      SELECT tupleElement(end_page, 1) AS value, [0, countIf(tupleElement(end_page, 2) = 1), countIf(tupleElement(end_page, 2) = 2)]
      FROM (
        SELECT arrayJoin([(entry, 1), (exit, 2)]) AS end_page
        FROM (<site sessions by site_path where true>
        )
        WHERE views > 0
      )
      GROUP BY value
    )
    GROUP BY value
  )
)
GROUP BY rank;
