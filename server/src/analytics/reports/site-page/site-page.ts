import { othersName } from '@botscope/contract';
import { siteSessionGapMs } from '../../query/site-sessions.sql.ts';
import { inOrder, isRemainder, type Ranked } from '../ranked.ts';
import type { TableReport } from '../report.ts';
import { sitePageSql } from './site-page.sql.ts';

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
