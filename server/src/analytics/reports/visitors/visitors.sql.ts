import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

export const visitorsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, uniqExact(user_id) AS users
FROM ${from.activity}
GROUP BY bucket WITH ROLLUP`;

export const visitingPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity}`;
