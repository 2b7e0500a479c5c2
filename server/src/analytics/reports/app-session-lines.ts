import { appSessionBegins, appSessionGapMs } from '../query/app-sessions.sql.ts';
import type { Sources } from '../query/scope.ts';
import { sumLine } from './lines.ts';
import type { ReportContext, SeriesReport } from './report.ts';
import { type LineRow, lineCondition, lineNumberSql, valueLines } from './value-lines.ts';

interface Row extends LineRow {
  sessions: number;
}

/** A palette has ten colours. */
const top = 10;
const params = { session_gap: appSessionGapMs };

/**
 * Mini App sessions by a value of their first hit: a line for each of the ten values with the most sessions that
 * begin in the period, and one for all others.
 */
export function appSessionsBy(column: 'source' | 'platform' | 'app_version'): SeriesReport {
  const topSql = (from: Sources) =>
    `
SELECT value
FROM (${from.appSessions(column)}
)
GROUP BY value
ORDER BY count() DESC, value
LIMIT {top:UInt8}`;

  /** Of the page's whole period, also where a single bucket is asked about. */
  async function topNames({ scope, period, ask }: ReportContext): Promise<string[]> {
    const whole = scope.within(period.start, period.end);
    const rows = await ask<{ value: string }>(whole.statement(topSql, { ...params, top: top }));
    return rows.map(({ value }) => value);
  }

  return {
    ranks: true,
    async lines(context) {
      const { scope, bucket, buckets, ask } = context;
      const names = context.named ?? (await topNames(context));
      const sql = (from: Sources) =>
        `
SELECT ${lineNumberSql('value')} AS line, ${bucket.of(appSessionBegins)} AS bucket, count() AS sessions
FROM (${from.appSessions(column)}
)
GROUP BY line, bucket WITH ROLLUP`;
      const rows = await ask<Row>(scope.statement(sql, { ...bucket.params, ...params, names }));
      return valueLines(names, buckets.starts.length, rows, (row) => row.sessions);
    },
    headline: (lines) => sumLine('sessions', lines),
    async people(context, { line }) {
      const condition = await lineCondition('value', line, () => topNames(context));
      return {
        sql: (from) => `SELECT user_id FROM (${from.appSessions(column)}) WHERE ${condition.sql}`,
        params: { ...params, ...condition.params },
      };
    },
  };
}
