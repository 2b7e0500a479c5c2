import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { BucketRow, ReportContext, UsersSql } from '../report.ts';

/** The users of sessions that begin in the period, of all or of those that meet a condition. */
export const usersOfSessions = (context: Pick<ReportContext, 'sessionGapMinutes'>, condition = 'true'): UsersSql => ({
  sql: (from) => `
  SELECT user_id FROM ${from.sessions}
  WHERE ${condition}`,
  params: gapParams(context),
});

const gapParams = ({ sessionGapMinutes }: Pick<ReportContext, 'sessionGapMinutes'>) => ({
  session_gap: sessionGapMinutes * 60_000,
  session_gap_minutes: sessionGapMinutes,
});

/** Numbers of four reports on the sessions that begin in a bucket: a page that shows several of them asks once. */
export interface SessionRow extends BucketRow {
  sessions: number;
  /** Share of sessions of one single action, per cent. */
  rejection: number;
  /** Actions in a session, mean. */
  actions: number;
  /** From the first to the last action, seconds: mean and median. */
  mean: number;
  median: number;
}

const sessionStatsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of('toUInt32(intDiv(begin, 1000))')} AS bucket,
  count() AS sessions,
  100 * countIf(session.actions = 1) / count() AS rejection,
  avg(session.actions) AS actions,
  avg(length) / 1000 AS mean,
  quantileExactInclusive(0.5)(length) / 1000 AS median
FROM ${from.sessions} AS session
GROUP BY bucket WITH ROLLUP`;

export function readSessions(
  context: Pick<ReportContext, 'scope' | 'bucket' | 'sessionGapMinutes' | 'ask'>,
): Promise<SessionRow[]> {
  const { scope, bucket, ask } = context;
  return ask(scope.statement(sessionStatsSql(bucket), { ...bucket.params, ...gapParams(context) }));
}
