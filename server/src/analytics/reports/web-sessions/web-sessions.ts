import { appSessionGapMs } from '../../query/app-sessions.sql.ts';
import { averageLine, countLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { webSessionPeopleSql, webSessionsSql } from './web-sessions.sql.ts';

interface Row extends BucketRow {
  sessions: number;
  users: number;
  seconds: number;
  reloads: number;
}

const params = { session_gap: appSessionGapMs };

/**
 * Mini App sessions that begin in the bucket, the different people in them, how long they last on average (s), and how
 * often their pages were loaded again.
 */
export const webSessions: SeriesReport = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(webSessionsSql(bucket), { ...bucket.params, ...params }));
    const length = buckets.starts.length;
    return [
      countLine('sessions', length, rows, (row) => row.sessions),
      { ...countLine('users', length, rows, (row) => row.users), unit: 'users' },
      {
        ...averageLine('duration', length, rows, (row) => (row.sessions === 0 ? null : row.seconds)),
        unit: 'seconds',
      },
      countLine('reloads', length, rows, (row) => row.reloads),
    ];
  },
  people: () => ({ sql: webSessionPeopleSql, params }),
};
