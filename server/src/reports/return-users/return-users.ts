import { countLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { returnedPeopleSql, returnUsersSql } from './return-users.sql.ts';

interface Row extends BucketRow {
  users: number;
}

/** Different people who had left and came back: unblocked the bot or did anything. */
export const returnUsers: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(returnUsersSql(bucket), bucket.params));
    return [countLine('returned', buckets.starts.length, rows, (row) => row.users)];
  },
  people: () => ({ sql: returnedPeopleSql }),
};
