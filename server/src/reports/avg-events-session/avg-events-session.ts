import { averageLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { peopleOfSessions, sessionParams } from '../sessions.sql.ts';
import { avgEventsSessionSql } from './avg-events-session.sql.ts';

interface Row extends BucketRow {
  mean: number | null;
}

/** Mean number of actions of the sessions that begin in the bucket. */
export const avgEventsSession: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const rows = await ask<Row>(scope.statement(avgEventsSessionSql(bucket), sessionParams(context)));
    return [averageLine('mean', buckets.starts.length, rows, (row) => row.mean)];
  },
  people: (context) => peopleOfSessions(context),
};
