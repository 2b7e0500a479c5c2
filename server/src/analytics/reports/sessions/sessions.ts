import { averageLine, countLine } from '../lines.ts';
import type { SeriesReport } from '../report.ts';
import { readSessions, type SessionRow, usersOfSessions } from './sessions.sql.ts';

/** Numbers of the sessions that begin in the bucket: a line per column. */
function sessionNumbers(
  toLine: typeof countLine,
  columns: Readonly<Record<string, keyof SessionRow>>,
  condition?: string,
): SeriesReport {
  return {
    async lines(context) {
      const rows = await readSessions(context);
      const { length } = context.buckets.starts;
      return Object.entries(columns).map(([name, column]) => toLine(name, length, rows, (row) => row[column]));
    },
    users: (context) => usersOfSessions(context, condition),
  };
}

/** Sessions that begin in the bucket. */
export const sessionCount = sessionNumbers(countLine, { sessions: 'sessions' });

/** Seconds from the first to the last action; a single action lasts 0. */
export const avgDurationSession = sessionNumbers(averageLine, { mean: 'mean', median: 'median' });

/** Mean number of actions. */
export const avgEventsSession = sessionNumbers(averageLine, { mean: 'actions' });

/** Sessions of one single action, in per cent. */
export const rejection = sessionNumbers(averageLine, { rejection: 'rejection' }, 'actions = 1');
