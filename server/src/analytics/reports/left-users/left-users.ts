import { type Changes, changesSql } from '../churn.sql.ts';
import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';
import { leftPeopleSql } from './left-users.sql.ts';

/** Different people who left: blocked the bot, or were found to have done so by a send. */
export const leftUsers: ReportDefinition = {
  async lines({ scope, bucket, buckets, ask }) {
    const rows = await ask<Changes>(scope.statement(changesSql(bucket), bucket.params));
    return [countLine('left', buckets.starts.length, rows, (row) => row.left_users)];
  },
  people: () => ({ sql: leftPeopleSql }),
};
