import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';

/** Bucket 0 holds everything before the period. */
const bucketOrBefore = (bucket: BucketSql, seconds: string, isBefore: string) =>
  `if(${isBefore}, 0, ${bucket.of(seconds)})`;

/** Counts the users that each bucket brought. */
export const arrivalsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucketOrBefore(bucket, 'toUnixTimestamp(first_time)', "first_time < fromUnixTimestamp64Milli({start:Int64}, 'UTC')")} AS bucket,
  count() AS users
FROM ${from.users} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket`;

/** Users who are away at the period's end: leaving and returning alternate. */
export const awayUsersSql = (from: Sources) => `
  SELECT user_id
  FROM ${from.membershipChanges}
  WHERE gone_before + length(leaving) > length(returning)`;

/** All bot users by the period's end. */
export const knownUsersSql = (from: Sources) => `
  SELECT user_id FROM ${from.users} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')`;

export const liveUsersSql = (from: Sources) => `${knownUsersSql(from)}
    AND user_id NOT IN (${awayUsersSql(from)})`;
