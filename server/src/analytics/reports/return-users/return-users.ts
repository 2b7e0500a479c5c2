import { type Changes, changesSql } from '../churn.sql.ts';
import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { returnedPeopleSql } from './return-users.sql.ts';

/** Different people who had left and came back: unblocked the bot or did anything. */
export const returnUsers: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Changes>(scope.statement(changesSql(bucket), bucket.params));
    return [countLine('returned', buckets.starts.length, rows, (row) => row.returned_users)];
  },
  people: () => ({ sql: returnedPeopleSql }),
};
