import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import { comingsAndGoingsSql, secondsOf } from '../comings-and-goings.sql.ts';

/** Bucket 0 holds everything before the period. */
const bucketOrBefore = (bucket: BucketSql, seconds: string, isBefore: string) =>
  `if(${isBefore}, 0, ${bucket.of(seconds)})`;

/** How many people each bucket brought. */
export const arrivalsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucketOrBefore(bucket, 'toUnixTimestamp(first_time)', "first_time < fromUnixTimestamp64Milli({start:Int64}, 'UTC')")} AS bucket,
  count() AS users
FROM ${from.people} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket`;

/** How often people left and returned in each bucket. */
export const changesSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucketOrBefore(bucket, secondsOf('change.1'), 'change.1 < {start:Int64}')} AS bucket,
  countIf(change.2 = 'left') AS left,
  countIf(change.2 = 'returned') AS returned
FROM (${comingsAndGoingsSql(from, everLeft(from))}
)
ARRAY JOIN arrayConcat(
  arrayMap(moment -> (moment, 'left'), leaving),
  arrayMap(moment -> (moment, 'returned'), returning)) AS change
GROUP BY bucket`;

/** Who is away at the period's end: leaving and returning take turns. */
export const awayPeopleSql = (from: Sources) => `
  SELECT user_id
  FROM (${comingsAndGoingsSql(from, everLeft(from))}
  )
  WHERE length(leaving) > length(returning)`;

/** Everybody whom the bot has met by the period's end. */
export const knownPeopleSql = (from: Sources) => `
  SELECT user_id FROM ${from.people} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')`;

export const livePeopleSql = (from: Sources) => `${knownPeopleSql(from)}
    AND user_id NOT IN (${awayPeopleSql(from)})`;

const everLeft = (from: Sources) => `
      SELECT user_id
      FROM ${from.departures}`;
