import { type AppSessionValue, appSessionBegins, appSessionGapMs } from '../../query/app-sessions.sql.ts';
import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { averageLine, countLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { loadTopValues, sessionLines, type ValuedSessions } from '../session-lines.ts';
import { lineCondition } from '../value-lines.ts';

interface Row extends BucketRow {
  sessions: number;
  users: number;
  seconds: number;
  reloads: number;
}

const params = { session_gap: appSessionGapMs };

const webSessionsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(appSessionBegins)} AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds,
  sum(reloads) AS reloads
FROM (${from.appSessions("''")}
)
GROUP BY bucket WITH ROLLUP`;

const webSessionUsersSql = (from: Sources) => `
  SELECT user_id FROM (${from.appSessions("''")})`;

/**
 * Mini App sessions that begin in the bucket, the different users in them, how long they last on average (s), and how
 * often their pages were loaded again.
 */
export const webSessions: SeriesReport = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(webSessionsSql(bucket), { ...bucket.params, ...params }));
    const length = buckets.starts.length;
    const duration = averageLine('duration', length, rows, (row) => (row.sessions === 0 ? null : row.seconds));
    return [
      countLine('sessions', length, rows, (row) => row.sessions),
      { ...countLine('users', length, rows, (row) => row.users), unit: 'users' },
      { ...duration, unit: 'seconds' },
      countLine('reloads', length, rows, (row) => row.reloads),
    ];
  },
  users: () => ({ sql: webSessionUsersSql, params }),
};

/** Mini App sessions by a value of their first hit. */
function appSessionsBy(column: Exclude<AppSessionValue, "''">): SeriesReport {
  const sessions: ValuedSessions = {
    sql: (from) => from.appSessions(column),
    value: 'value',
    begins: appSessionBegins,
    params,
  };
  return {
    ...sessionLines(sessions),
    async users(context, { line }) {
      const condition = await lineCondition('value', line, () => loadTopValues(sessions, context));
      return {
        sql: (from) => `SELECT user_id FROM (${from.appSessions(column)}) WHERE ${condition.sql}`,
        params: { ...params, ...condition.params },
      };
    },
  };
}

/** By the source of the launch that began them; '' = opened without a payload. */
export const appSessionSource = appSessionsBy('source');

/** By the kind of Telegram app they ran in, in Telegram's words. */
export const appSessionDevice = appSessionsBy('platform');

/** By the version of the Mini App interface there. */
export const appSessionVersion = appSessionsBy('app_version');
