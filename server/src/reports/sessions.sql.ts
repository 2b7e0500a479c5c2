import type { BucketSql } from '../query/bucket-sql.ts';
import type { Sources } from '../query/scope.ts';
import type { BucketRow, PeopleSql, ReportContext } from './report.ts';

/**
 * One row per session that begins in the period: `moments`, the rising times (Unix ms) of its actions. A session is a
 * run of one person's actions whose neighbours are less than the gap apart. Splitting each person's sorted times is
 * five times as fast as window functions over 10 M rows. With the person: `user_id` too.
 */
const sessionsSql = (from: Sources, withPerson = false) => `
  SELECT ${withPerson ? 'user_id, ' : ''}moments
  FROM (
    SELECT${withPerson ? '\n      user_id,' : ''}
      arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
      arrayJoin(arraySplit((time, pause) -> pause >= {session_gap:Int64}, times, arrayDifference(times))) AS moments
    FROM ${from.sessionActions}
    GROUP BY user_id
  )
  WHERE moments[1] >= {start:Int64} AND moments[1] < {end:Int64}`;

/** The people of sessions that begin in the period, of all or of those that meet a condition. */
export const peopleOfSessions = (
  { sessionGapMs }: Pick<ReportContext, 'sessionGapMs'>,
  condition = 'true',
): PeopleSql => ({
  sql: (from) => `
  SELECT user_id FROM (${sessionsSql(from, true)}
  )
  WHERE ${condition}`,
  params: { session_gap: sessionGapMs },
});

/** Unix seconds at which a session of `sessionsSql` begins. */
export const sessionBegins = 'toUInt32(intDiv(moments[1], 1000))';

/** Parameters of a statement that reads `sessionsSql`. */
const sessionParams = ({ bucket, sessionGapMs }: Pick<ReportContext, 'bucket' | 'sessionGapMs'>) => ({
  ...bucket.params,
  session_gap: sessionGapMs,
});

/** What four reports tell of the sessions that begin in a bucket: a page that shows several of them asks once. */
export interface SessionRow extends BucketRow {
  sessions: number;
  /** Of one single action, per cent. */
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
  ${bucket.of(sessionBegins)} AS bucket,
  count() AS sessions,
  100 * countIf(length(moments) = 1) / count() AS rejection,
  avg(length(moments)) AS actions,
  avg((moments[-1] - moments[1]) / 1000) AS mean,
  quantileExactInclusive(0.5)((moments[-1] - moments[1]) / 1000) AS median
FROM (${sessionsSql(from)}
)
GROUP BY bucket WITH ROLLUP`;

export function readSessions(
  context: Pick<ReportContext, 'scope' | 'bucket' | 'sessionGapMs' | 'ask'>,
): Promise<SessionRow[]> {
  return context.ask(context.scope.statement(sessionStatsSql(context.bucket), sessionParams(context)));
}
