import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { sessionBegins, sessionsSql } from '../sessions.sql.ts';

export const avgDurationSessionSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(sessionBegins)} AS bucket,
  avg((moments[-1] - moments[1]) / 1000) AS mean,
  quantileExactInclusive(0.5)((moments[-1] - moments[1]) / 1000) AS median
FROM (${sessionsSql(from)}
)
GROUP BY bucket WITH ROLLUP`;
