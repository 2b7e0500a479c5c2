import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { sessionBegins, sessionsSql } from '../sessions.sql.ts';

export const rejectionSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(sessionBegins)} AS bucket,
  100 * countIf(length(moments) = 1) / count() AS share
FROM (${sessionsSql(from)}
)
GROUP BY bucket WITH ROLLUP`;
