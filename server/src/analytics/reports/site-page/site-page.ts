import { othersName, siteEvents } from '@botscope/contract';
import type { Sources } from '../../query/scope.ts';
import { hostAndPathSql, siteSessionGapMs } from '../../query/site-sessions.sql.ts';
import { inOrder, isRemainder, type Ranked, rankSql } from '../ranked.ts';
import type { TableReport } from '../report.ts';

/** Paths that are not known, or too many, do not begin with a slash. */
const hostAndPath = `concat(page.1, if(page.2 = '' OR startsWith(page.2, '/'), '', ' '), page.2)`;

/**
 * One row per path, or per host and path where there are several websites: those with the most page views, and the rest
 * together. `counts`: page views at their own time, of visitors without consent too; sessions that begin in the period, by
 * their first and by their last page. Needs `top` and `session_gap`.
 */
const sitePageSql = (from: Sources): string =>
  `
SELECT ${rankSql} AS rank, any(value) AS name, count() AS merged, sumForEach(counts) AS counts
FROM (
  SELECT value, counts, row_number() OVER (ORDER BY value = '', counts[1] DESC, counts[2] DESC, value) AS place
  FROM (
    SELECT if(${from.hasSeveralWebsites}, ${hostAndPath}, page.2) AS value, sumForEach(counts) AS counts
    FROM (
      SELECT ${hostAndPathSql} AS page, [count(), 0, 0] AS counts
      FROM ${from.eventsOfNobody(`kind = 'site_hit' AND name = '${siteEvents.page}'`)}
      GROUP BY page
      UNION ALL
      SELECT tupleElement(end_page, 1) AS page, [0, countIf(tupleElement(end_page, 2) = 1), countIf(tupleElement(end_page, 2) = 2)]
      FROM (
        SELECT arrayJoin([(entry, 1), (exit, 2)]) AS end_page
        FROM (${from.siteSessions('true', 'site_path')}
        )
        WHERE views > 0
      )
      GROUP BY page
    )
    GROUP BY value
  )
)
GROUP BY rank`;

/** More rows than anyone reads; the rest share one. */
const top = 100;
const columns = [
  { name: 'page_views', unit: 'events' },
  { name: 'entries', unit: 'sessions' },
  { name: 'exits', unit: 'sessions' },
];

interface Row extends Ranked {
  /** Number of pages that the row stands for. */
  merged: number;
  /** In the order of the columns. */
  counts: number[];
}

/** Page views of all websites of the bot by path, with the host where there are several, and how many sessions began and ended there. */
export const sitePage: TableReport = {
  async table({ scope, ask }) {
    const unorderedRows = await ask<Row>(scope.statement(sitePageSql, { top, session_gap: siteSessionGapMs }));
    const rows = inOrder(unorderedRows, top);
    return {
      columns,
      rows: rows.map((row) => ({
        ...(isRemainder(row, top) ? { name: othersName, others: row.merged } : { name: row.name }),
        values: row.counts,
      })),
      totals: columns.map((_, place) => rows.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0)),
    };
  },
};
