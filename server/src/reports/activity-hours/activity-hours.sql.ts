import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

export const activityHoursSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actions}
GROUP BY bucket`;
