import { siteEvents } from '@botscope/contract';
import type { Sources } from '../../query/scope.ts';
import { rankSql } from '../ranked.ts';

/**
 * One row per path: those with the most page views, and the rest together. `counts`: page views at their own time, of
 * visitors without consent too; sessions that begin in the period, by their first and by their last page. Needs `top`
 * and `session_gap`.
 */
export const sitePageSql = (from: Sources): string =>
  `
SELECT ${rankSql} AS rank, any(value) AS name, count() AS merged, sumForEach(counts) AS counts
FROM (
  SELECT value, counts, row_number() OVER (ORDER BY value = '', counts[1] DESC, counts[2] DESC, value) AS place
  FROM (
    SELECT value, sumForEach(counts) AS counts
    FROM (
      SELECT site_path AS value, [count(), 0, 0] AS counts
      FROM ${from.eventsOfNobody(`kind = 'site_hit' AND name = '${siteEvents.page}'`)}
      GROUP BY value
      UNION ALL
      SELECT tupleElement(end_page, 1) AS value, [0, countIf(tupleElement(end_page, 2) = 1), countIf(tupleElement(end_page, 2) = 2)]
      FROM (
        SELECT arrayJoin([(entry, 1), (exit, 2)]) AS end_page
        FROM (${from.siteSessions('true', 'site_path')}
        )
        WHERE views > 0
      )
      GROUP BY value
    )
    GROUP BY value
  )
)
GROUP BY rank`;
