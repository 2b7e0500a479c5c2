import { countLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { peopleOfSessions, sessionParams } from '../sessions.sql.ts';
import { sessionCountSql } from './session-count.sql.ts';

interface Row extends BucketRow {
  sessions: number;
}

/** Sessions that begin in the bucket. */
export const sessionCount: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const rows = await ask<Row>(scope.statement(sessionCountSql(bucket), sessionParams(context)));
    return [countLine('sessions', buckets.starts.length, rows, (row) => row.sessions)];
  },
  people: (context) => peopleOfSessions(context),
};
