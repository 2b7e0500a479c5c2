import { appSessionBegins } from '../../query/app-sessions.sql.ts';
import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

export const webSessionsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(appSessionBegins)} AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds,
  sum(reloads) AS reloads
FROM (${from.appSessions("''")}
)
GROUP BY bucket WITH ROLLUP`;

export const webSessionPeopleSql = (from: Sources) => `
  SELECT user_id FROM (${from.appSessions("''")})`;
