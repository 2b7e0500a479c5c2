import { countLine, sumLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { visitingPeopleSql } from '../visitors/visitors.sql.ts';
import { premiumPeopleSql, premiumVisitorsSql } from './premium.sql.ts';

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
  people: (_context, { line }) =>
    line === undefined ? { sql: visitingPeopleSql } : { sql: premiumPeopleSql, params: { line } },
};
