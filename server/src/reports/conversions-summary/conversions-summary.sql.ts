import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';

export const conversionsSummarySql = (conversions: ConversionsSql, bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS conversions, uniqExact(user_id) AS users
FROM ${conversions.sql(from)}
WHERE NOT is_refund
GROUP BY bucket WITH ROLLUP`;
