import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

export const activityHoursSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, count() AS actions
FROM ${from.actions}
GROUP BY bucket`;

/** Users who did something in some hours of the period (the parameter `hours`). */
export const peopleOfHoursSql = (bucket: BucketSql) => (from: Sources) =>
  `
  SELECT user_id FROM ${from.actions} AND user_id != 0
    AND ${bucket.of('toUnixTimestamp(time)')} IN {hours:Array(UInt16)}`;
