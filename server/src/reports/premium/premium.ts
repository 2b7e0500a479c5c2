import { countLine, sumLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { visitingPeopleSql } from '../visitors/visitors.sql.ts';
import { premiumPeopleSql, premiumVisitorsSql } from './premium.sql.ts';

interface Row extends BucketRow {
  value: string;
  users: number;
}

/** Visitors with and without Telegram Premium, by their newest profile. */
export const premium: SeriesReport = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const rows = await ask<Row>(scope.statement(premiumVisitorsSql(context), bucket.params));
    return ['premium', 'regular'].map((name) => {
      const own = rows.filter((row) => row.value === name);
      return countLine(name, buckets.starts.length, own, (row) => row.users);
    });
  },
  headline: (lines) => sumLine('visitors', lines),
  people: (_context, { line }) =>
    line === undefined ? { sql: visitingPeopleSql } : { sql: premiumPeopleSql, params: { line } },
};
