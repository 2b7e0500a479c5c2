import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';

export const conversionsChartSummarySql = (conversions: ConversionsSql, bucket: BucketSql) => (from: Sources) =>
  `
SELECT target_id, ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS conversions
FROM ${conversions.sql(from)}
WHERE NOT is_refund
GROUP BY target_id, bucket WITH ROLLUP`;

/** Counts the conversions of each target. */
export const mostReachedSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT target_id, count() AS conversions
FROM ${conversions.sql(from)}
WHERE NOT is_refund
GROUP BY target_id`;
