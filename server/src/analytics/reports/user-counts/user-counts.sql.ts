import type { BucketSql } from '../../query/bucket-sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { BucketRow } from '../report.ts';

export const visitorsSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(time)')} AS bucket, uniqExact(user_id) AS users
FROM ${from.activity}
GROUP BY bucket WITH ROLLUP`;

export const visitingUsersSql = (from: Sources) => `
  SELECT user_id FROM ${from.activity}`;

export const newUsersSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT ${bucket.of('toUnixTimestamp(first_time)')} AS bucket, count() AS users
FROM ${from.users}
  AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
  AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
GROUP BY bucket WITH ROLLUP`;

export const newUserIdsSql = (from: Sources) => `
  SELECT user_id FROM ${from.users}
    AND first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC')
    AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')`;

export const leftUsersSql = (from: Sources) => `
  SELECT user_id
  FROM ${from.churnEvents}
  WHERE notEmpty(leaving)`;

export const returnedUsersSql = (from: Sources) => `
  SELECT user_id
  FROM ${from.membershipChanges}
  WHERE notEmpty(returning)`;

/** Unix seconds of a moment in ms. */
export const toSecondsSql = (moment: string) => `toUInt32(intDiv(${moment}, 1000))`;

/** A row of `changesSql`; bucket 0 is the whole period, and no row means that nothing ever changed. */
export interface Changes extends BucketRow {
  /** Number of users who were away when the period began: for the whole period only. */
  away_before: number;
  /** Numbers of departures and returns. */
  left: number;
  returned: number;
  /** Numbers of different users who left and returned. */
  left_users: number;
  returned_users: number;
}

/** Everything about leaving and returning at once, so that a page that shows several of these numbers asks once. */
export const changesSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(toSecondsSql('change.1'))} AS bucket,
  countIf(change.2 = 'away') AS away_before,
  countIf(change.2 = 'left') AS left,
  countIf(change.2 = 'returned') AS returned,
  uniqExactIf(user_id, change.2 = 'left') AS left_users,
  uniqExactIf(user_id, change.2 = 'returned') AS returned_users
FROM ${from.membershipChanges}
ARRAY JOIN arrayConcat(
  if(gone_before, [({start:Int64}, 'away')], []),
  arrayMap(moment -> (moment, 'left'), leaving),
  arrayMap(moment -> (moment, 'returned'), returning)) AS change
GROUP BY bucket WITH ROLLUP`;
