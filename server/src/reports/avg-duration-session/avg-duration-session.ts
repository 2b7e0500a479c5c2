import { averageLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { peopleOfSessions, sessionParams } from '../sessions.sql.ts';
import { avgDurationSessionSql } from './avg-duration-session.sql.ts';

interface Row extends BucketRow {
  mean: number | null;
  median: number | null;
}

/** Seconds from the first to the last action of the sessions that begin in the bucket; a single action lasts 0. */
export const avgDurationSession: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const rows = await ask<Row>(scope.statement(avgDurationSessionSql(bucket), sessionParams(context)));
    return [
      averageLine('mean', buckets.starts.length, rows, (row) => row.mean),
      averageLine('median', buckets.starts.length, rows, (row) => row.median),
    ];
  },
  people: (context) => peopleOfSessions(context),
};
