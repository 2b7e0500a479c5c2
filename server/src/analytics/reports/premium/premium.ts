import type { Sources } from '../../query/scope.ts';
import { countLine, sumLine } from '../lines.ts';
import type { BucketRow, ReportContext, SeriesReport } from '../report.ts';
import { visitingUsersSql } from '../user-counts/user-counts.sql.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

const isPremium = "tupleElement(users.last_profile, 'is_premium')";

/** Visitors by whether they have Premium: 1 or 0. */
const premiumVisitorsSql = (context: ReportContext) =>
  visitorsByValueSql(context, (from) => `SELECT user_id, toUInt8(1) AS value FROM ${from.users} AND ${isPremium}`);

/** Visitors of the line `{line:String}`. */
const premiumUsersSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.users} AND if(${isPremium}, 'premium', 'regular') = {line:String})`;

interface Row extends BucketRow {
  value: 0 | 1;
  users: number;
}

const lines = { premium: 1, regular: 0 } as const;

/** Visitors with and without Telegram Premium, by their newest profile. */
export const premium: SeriesReport = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const rows = await ask<Row>(scope.statement(premiumVisitorsSql(context), bucket.params));
    return Object.entries(lines).map(([name, value]) => {
      const matchingRows = rows.filter((row) => row.value === value);
      return countLine(name, buckets.starts.length, matchingRows, (row) => row.users);
    });
  },
  headline: (lines) => sumLine('visitors', lines),
  users: (_context, { line }) =>
    line === undefined ? { sql: visitingUsersSql } : { sql: premiumUsersSql, params: { line } },
};
