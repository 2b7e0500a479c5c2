import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { sessionBegins, sessionsSql } from '../sessions.sql.ts';

export const sessionCountSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(sessionBegins)} AS bucket,
  count() AS sessions
FROM (${sessionsSql(from)}
)
GROUP BY bucket WITH ROLLUP`;
