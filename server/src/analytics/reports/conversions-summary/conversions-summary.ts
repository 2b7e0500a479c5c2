import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type ConversionsSql, conversionsSql } from '../conversions/conversions.sql.ts';
import { convertingUsers } from '../conversions/converting-users.ts';
import { averageLine, countLine, percentage } from '../lines.ts';
import type { BucketRow, ReportDefinition } from '../report.ts';

/** `reached` are the users who acted or converted: who converts without acting is part of the whole, too. */
const conversionsSummarySql = (conversions: ConversionsSql, bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of('toUnixTimestamp(time)')} AS bucket,
  countIf(converts) AS conversions, uniqExactIf(user_id, converts) AS users, uniqExact(user_id) AS reached
FROM (
  SELECT user_id, time, false AS converts FROM ${from.activity}
  UNION ALL
  SELECT user_id, time, true FROM ${conversions.sql(from)}
  WHERE NOT is_refund
)
GROUP BY bucket WITH ROLLUP`;

interface Row extends BucketRow {
  conversions: number;
  users: number;
  /** Users who acted or converted. */
  reached: number;
}

/**
 * The conversions of all targets together: how many, of how many users, and which share these are of those who acted or
 * converted.
 */
export const conversionsSummary: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, targets, ask } = context;
    const conversions = conversionsSql(targets, context);
    const params = { ...conversions.params, ...bucket.params };
    const rows = await ask<Row>(scope.statement(conversionsSummarySql(conversions, bucket), params));
    const length = buckets.starts.length;
    return [
      { ...countLine('conversions', length, rows, (row) => row.conversions), unit: 'conversions' },
      { ...countLine('users', length, rows, (row) => row.users), unit: 'users' },
      {
        ...averageLine('rate', length, rows, (row) => percentage(row.users, row.reached)),
        unit: 'percent',
      },
    ];
  },
  users: (context, { line = 'conversions' }) =>
    ['conversions', 'users', 'rate'].includes(line) ? convertingUsers(context, context.targets) : null,
};
