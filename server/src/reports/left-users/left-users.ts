import { countLine } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';
import { leftPeopleSql, leftUsersSql } from './left-users.sql.ts';

interface Row extends BucketRow {
  users: number;
}

/** Different people who left: blocked the bot, or were found to have done so by a send. */
export const leftUsers: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Row>(scope.statement(leftUsersSql(bucket), bucket.params));
    return [countLine('left', buckets.starts.length, rows, (row) => row.users)];
  },
  people: () => ({ sql: leftPeopleSql }),
};
