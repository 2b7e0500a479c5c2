import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';

/** Money that came in, less what was given back. */
export const sumIncomeSql = (conversions: ConversionsSql, bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  currency,
  ${bucket.of('toUnixTimestamp(time)')} AS bucket,
  sum(amount) AS income,
  count() AS conversions
FROM ${conversions.sql(from)}
WHERE currency != ''
GROUP BY currency, bucket WITH ROLLUP`;
