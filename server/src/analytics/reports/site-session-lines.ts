import { type SiteSessionValue, siteSessionBegins, siteSessionGapMs } from '../query/site-sessions.sql.ts';
import type { SeriesReport } from './report.ts';
import { sessionLines } from './session-lines.ts';

/** Sessions on all websites of the bot by a value of their first page view. No users stand behind them. */
export const siteSessionsBy = (column: SiteSessionValue): SeriesReport =>
  sessionLines({
    sql: (from) => from.siteSessions('true', column),
    value: 'entry',
    begins: siteSessionBegins,
    params: { session_gap: siteSessionGapMs },
  });
