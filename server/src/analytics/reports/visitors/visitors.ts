import { countLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { visitingPeopleSql, visitorsSql } from './visitors.sql.ts';

interface Row extends BucketRow {
  users: number;
}

/** Different people with at least one action. */
export const visitors: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(visitorsSql(bucket), bucket.params));
    return [countLine('visitors', buckets.starts.length, rows, (row) => row.users)];
  },
  people: () => ({ sql: visitingPeopleSql }),
};
