import { genderSql, newestNameSql } from '../../query/gender.sql.ts';
import type { Sources } from '../../query/scope.ts';
import { averageLine, countLine, rounded, sumLine } from '../lines.ts';
import type { BucketRow, ReportContext, SeriesReport } from '../report.ts';
import { visitingUsersSql } from '../user-counts/user-counts.sql.ts';
import { visitorsByValueSql } from '../visitors-by-value.sql.ts';

/** The gender of a name, as a number; 0 of all others. */
const genderCodes = { male: 1, female: 2 } as const;

/** Visitors by the gender of their newest first name, and the sum of the names' shares: how sure it is. */
const genderVisitorsSql = (context: ReportContext) =>
  visitorsByValueSql(
    context,
    (from) => `SELECT user_id, value, share
  FROM (SELECT user_id, ${newestNameSql} AS name FROM ${from.users}) AS called
  SEMI LEFT JOIN (
    SELECT name, toUInt8(if(gender = 'male', ${genderCodes.male}, ${genderCodes.female})) AS value, share FROM first_names
  ) AS known USING name`,
    ['share'],
  );

/** Visitors of the gender `{line:String}`. */
const genderUsersSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.users} AND ${genderSql} = {line:String})`;

/** Visitors whose name has a gender: the confidence is about them. */
const guessedUsersSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity} WHERE user_id IN (
    SELECT user_id FROM ${from.users} AND ${genderSql} != 'unknown')`;

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
  users: (_context, { line }) => {
    if (line === undefined) return { sql: visitingUsersSql };
    if (line === 'confidence') return { sql: guessedUsersSql };
    return { sql: genderUsersSql, params: { line } };
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
