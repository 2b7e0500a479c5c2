import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

/** The most used commands and buttons; equals in the order of their names, so that the answer never wavers. */
export const userCommandsStatSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  name,
  ${bucket.of('toUnixTimestamp(time)')} AS bucket,
  count() AS actions,
  uniqExactIf(user_id, user_id != 0) AS users
FROM ${from.actions} AND type IN ('command', 'button') AND name IN (
  SELECT name
  FROM ${from.actions} AND type IN ('command', 'button') AND name != ''
  GROUP BY name
  ORDER BY count() DESC, name
  LIMIT {top:UInt8})
GROUP BY name, bucket WITH ROLLUP`;
