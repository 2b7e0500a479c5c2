import { type AppSessionValue, appSessionBegins, appSessionGapMs } from '../query/app-sessions.sql.ts';
import type { SeriesReport } from './report.ts';
import { loadTopValues, sessionLines, type ValuedSessions } from './session-lines.ts';
import { lineCondition } from './value-lines.ts';

/** Mini App sessions by a value of their first hit. */
export function appSessionsBy(column: Exclude<AppSessionValue, "''">): SeriesReport {
  const sessions: ValuedSessions = {
    sql: (from) => from.appSessions(column),
    value: 'value',
    begins: appSessionBegins,
    params: { session_gap: appSessionGapMs },
  };
  return {
    ...sessionLines(sessions),
    async people(context, { line }) {
      const condition = await lineCondition('value', line, () => loadTopValues(sessions, context));
      return {
        sql: (from) => `SELECT user_id FROM (${from.appSessions(column)}) WHERE ${condition.sql}`,
        params: { ...sessions.params, ...condition.params },
      };
    },
  };
}
