import { averageLine, countLine, rounded, sumLine } from '../lines.ts';
import type { BucketRow, SeriesReport } from '../report.ts';
import { visitingPeopleSql } from '../visitors/visitors.sql.ts';
import { genderCodes, genderPeopleSql, genderVisitorsSql, guessedPeopleSql } from './gender.sql.ts';

interface Row extends BucketRow {
  value: number;
  users: number;
  share_sum: number;
}

const lines = { ...genderCodes, unknown: 0 } as const;

/**
 * Visitors by the gender of their newest first name, where at least 90 % of the name's bearers are of one; else
 * `unknown`. `confidence`: the mean share of such bearers over those guessed.
 */
export const gender: SeriesReport = {
  async lines(context) {
    const { scope, bucket, buckets, ask } = context;
    const rows = await ask<Row>(scope.statement(genderVisitorsSql(context), bucket.params));
    const length = buckets.starts.length;
    const genderLines = Object.entries(lines).map(([name, value]) => {
      const matchingRows = rows.filter((row) => row.value === value);
      return countLine(name, length, matchingRows, (row) => row.users);
    });
    const confidence = averageLine('confidence', length, guessed(rows), (sum) =>
      rounded((100 * sum.share) / sum.users),
    );
    return [...genderLines, { ...confidence, unit: 'percent' }];
  },
  headline: (reportLines) =>
    sumLine(
      'visitors',
      reportLines.filter(({ name }) => name !== 'confidence'),
    ),
  people: (_context, { line }) => {
    if (line === undefined) return { sql: visitingPeopleSql };
    if (line === 'confidence') return { sql: guessedPeopleSql };
    return { sql: genderPeopleSql, params: { line } };
  },
};

/** Both genders together, per bucket. */
function guessed(rows: readonly Row[]) {
  const sums = new Map<number, BucketRow & { users: number; share: number }>();
  for (const { value, bucket, users, share_sum } of rows) {
    if (value === lines.unknown) continue;
    const sum = sums.get(bucket) ?? { bucket, users: 0, share: 0 };
    sums.set(bucket, { bucket, users: sum.users + users, share: sum.share + share_sum });
  }
  return [...sums.values()];
}
