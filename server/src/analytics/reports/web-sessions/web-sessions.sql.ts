import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { appSessionBegins, appSessionsSql } from '../app-sessions.sql.ts';

export const webSessionsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(appSessionBegins)} AS bucket,
  count() AS sessions,
  uniqExact(user_id) AS users,
  avg(moments[-1] - moments[1]) / 1000 AS seconds
FROM (${appSessionsSql(from)}
)
GROUP BY bucket WITH ROLLUP`;

export const webSessionPeopleSql = (from: Sources) => `
  SELECT user_id FROM (${appSessionsSql(from)})`;
