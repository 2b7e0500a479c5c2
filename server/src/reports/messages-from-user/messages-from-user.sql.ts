import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

export const messagesFromUserSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT type, ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actions}
GROUP BY type, bucket WITH ROLLUP`;
