import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';

/** `reached` are the people who acted or converted: who converts without acting is part of the whole, too. */
export const conversionsSummarySql = (conversions: ConversionsSql, bucket: BucketSql) => (from: Sources) =>
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
