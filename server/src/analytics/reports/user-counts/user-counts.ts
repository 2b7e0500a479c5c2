import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { countLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import {
  changesSql,
  leftUsersSql,
  newUserIdsSql,
  newUsersSql,
  returnedUsersSql,
  visitingUsersSql,
  visitorsSql,
} from './user-counts.sql.ts';

/** One line: a column of a statement that counts different users per bucket. */
function userCount<Column extends string>(
  line: string,
  statement: (bucket: BucketSql) => (from: Sources) => string,
  column: Column,
  users: (from: Sources) => string,
): SeriesReport {
  return {
    async lines({ scope, bucket, buckets, ask }) {
      const rows = await ask<BucketRow & Record<Column, number>>(scope.statement(statement(bucket), bucket.params));
      return [countLine(line, buckets.starts.length, rows, (row) => row[column])];
    },
    users: () => ({ sql: users }),
  };
}

/** Different users with at least one action. */
export const visitors = userCount('visitors', visitorsSql, 'users', visitingUsersSql);

/** Users whose first meeting with the bot lies in the bucket. */
export const newUsers = userCount('new', newUsersSql, 'users', newUserIdsSql);

/** Different users who left: blocked the bot, or were found to have done so by a send. */
export const leftUsers = userCount('left', changesSql, 'left_users', leftUsersSql);

/** Different users who had left and came back: unblocked the bot or did anything. */
export const returnUsers = userCount('returned', changesSql, 'returned_users', returnedUsersSql);
