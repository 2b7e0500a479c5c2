import { averageLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { peopleOfSessions, sessionParams } from '../sessions.sql.ts';
import { rejectionSql } from './rejection.sql.ts';

interface Row extends BucketRow {
  share: number | null;
}

/** Sessions of one single action, in per cent of all sessions that begin in the bucket. */
export const rejection: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const rows = await ask<Row>(scope.statement(rejectionSql(bucket), sessionParams(context)));
    return [averageLine('rejection', buckets.starts.length, rows, (row) => row.share)];
  },
  people: (context) => peopleOfSessions(context, 'length(moments) = 1'),
};
