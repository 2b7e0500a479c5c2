import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type ConversionsSql, conversionsSql } from '../conversions/conversions.sql.ts';
import { convertingUsers, payingUsers } from '../conversions/converting-users.ts';
import { rankCurrencies } from '../conversions/currencies.ts';
import { countLine } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';

/** Money that came in, less what was given back. */
const sumIncomeSql = (conversions: ConversionsSql, bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  currency,
  ${bucket.of('toUnixTimestamp(time)')} AS bucket,
  sum(amount) AS income,
  count() AS conversions
FROM ${conversions.sql(from)}
WHERE currency != ''
GROUP BY currency, bucket WITH ROLLUP`;

interface Row {
  currency: string;
  bucket: number;
  income: number;
  conversions: number;
}

/** Value of the conversions of all targets, less refunds: a line per currency, in its smallest unit. */
export const sumIncome: ReportDefinition = {
  async lines(context) {
    const { scope, bucket, buckets, targets, ask } = context;
    const conversions = conversionsSql(targets, context);
    const params = { ...conversions.params, ...bucket.params };
    const rows = await ask<Row>(scope.statement(sumIncomeSql(conversions, bucket), params));
    const totals = rows.filter((row) => row.bucket === 0 && row.currency !== '');
    return rankCurrencies(totals).map((currency) => ({
      ...countLine(
        currency,
        buckets.starts.length,
        rows.filter((row) => row.currency === currency),
        (row) => row.income,
      ),
      currency,
    }));
  },
  users: (context, { line }) =>
    line === undefined
      ? convertingUsers(context, context.targets, "currency != ''")
      : payingUsers(context, context.targets, line),
};
