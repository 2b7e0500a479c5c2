import { countLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { newPeopleSql, newUsersSql } from './new-users.sql.ts';

interface Row extends BucketRow {
  users: number;
}

/** People whose first meeting with the bot lies in the bucket. */
export const newUsers: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(newUsersSql(bucket), bucket.params));
    return [countLine('new', buckets.starts.length, rows, (row) => row.users)];
  },
  people: () => ({ sql: newPeopleSql }),
};
