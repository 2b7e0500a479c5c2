import type { Parameter } from '../../events/store/event-store.ts';
import type { Sources } from '../query/scope.ts';
import { sumLine } from './lines.ts';
import type { ReportContext, SeriesReport } from './report.ts';
import { type LineRow, lineNumberSql, valueLines } from './value-lines.ts';

/** Sessions that begin in the period, and what they have a line for. */
export interface ValuedSessions {
  /** A subquery, a row per session. */
  sql(from: Sources): string;
  /** A column of it. */
  value: string;
  /** Expression of it: Unix seconds at which the session begins. */
  begins: string;
  params: Readonly<Record<string, Parameter>>;
}

interface Row extends LineRow {
  sessions: number;
}

/** A palette has ten colours. */
const top = 10;

/** The values with the most sessions: of the page's whole period, also where a single bucket is asked about. */
export async function loadTopValues(
  { sql, value, params }: ValuedSessions,
  { scope, period, ask }: ReportContext,
): Promise<string[]> {
  const topSql = (from: Sources) =>
    `
SELECT ${value}
FROM (${sql(from)}
)
GROUP BY ${value}
ORDER BY count() DESC, ${value}
LIMIT {top:UInt8}`;
  const wholeScope = scope.within(period.start, period.end);
  const rows = await ask<Record<string, string>>(wholeScope.statement(topSql, { ...params, top }));
  return rows.map((row) => row[value] ?? '');
}

/** A line for each of the ten values with the most sessions in the period, and one for all others. */
export function sessionLines(sessions: ValuedSessions): SeriesReport {
  const { sql, value, begins, params } = sessions;
  return {
    ranks: true,
    async lines(context) {
      const { scope, bucket, buckets, ask } = context;
      const names = context.named ?? (await loadTopValues(sessions, context));
      const linesSql = (from: Sources) =>
        `
SELECT ${lineNumberSql(value)} AS line, ${bucket.of(begins)} AS bucket, count() AS sessions
FROM (${sql(from)}
)
GROUP BY line, bucket WITH ROLLUP`;
      const rows = await ask<Row>(scope.statement(linesSql, { ...bucket.params, ...params, names }));
      return valueLines(names, buckets.starts.length, rows, (row) => row.sessions);
    },
    headline: (lines) => sumLine('sessions', lines),
  };
}
