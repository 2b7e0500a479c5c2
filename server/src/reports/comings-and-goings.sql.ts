import type { BucketSql } from '../query/bucket-sql.ts';
import type { Sources } from '../query/scope.ts';
import type { BucketRow } from './report.ts';

/**
 * One row per person out of `people` (a subquery of user ids): `leaving` and `returning`, the moments of the period
 * (Unix ms, rising) at which they really left and came back, and `gone_before`, whether they were away when it began.
 * Only changes count: a second "left" of somebody who is gone says nothing new, nor does one about somebody whom the bot
 * has never met. Anything a person does, or unblocking, brings them back. An imported list tells that they met the bot
 * before; that they were in it brings nobody back, nor does a Mini App, which opens for those who blocked the bot too.
 *
 * A step packs the time and two flags into one number, so that sorting numbers sorts steps: bit 1 says "left" (an
 * action of the same millisecond came before it), bit 0 says that this event makes its person a bot user. Of all that
 * came before the period the last step says enough.
 */
export const comingsAndGoingsSql = (from: Sources, people: string) => `
  WITH
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    {start:Int64} * 4 AS first_step,
    minIf(step, is_meeting) AS first_met,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_met, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_met AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM ${from.historyOf(people)}
  GROUP BY user_id
  HAVING max(is_meeting)`;

/** Unix seconds of a moment in ms. */
export const secondsOf = (moment: string) => `toUInt32(intDiv(${moment}, 1000))`;

/** Whoever ever left: nobody else can return, or be away. */
export const everLeftSql = (from: Sources) => `
      SELECT user_id
      FROM ${from.departures}`;

/** A row of `changesSql`; bucket 0 is the whole period, and no row means that nothing ever changed. */
export interface Changes extends BucketRow {
  /** How many people were away when the period began: told of the whole period only. */
  away_before: number;
  /** How often people left and returned. */
  left: number;
  returned: number;
  /** How many different people did. */
  left_users: number;
  returned_users: number;
}

/** Everything about leaving and returning at once, so that a page that shows several of these numbers asks once. */
export const changesSql = (bucket: BucketSql) => (from: Sources) =>
  `
SELECT
  ${bucket.of(secondsOf('change.1'))} AS bucket,
  countIf(change.2 = 'away') AS away_before,
  countIf(change.2 = 'left') AS left,
  countIf(change.2 = 'returned') AS returned,
  uniqExactIf(user_id, change.2 = 'left') AS left_users,
  uniqExactIf(user_id, change.2 = 'returned') AS returned_users
FROM (${comingsAndGoingsSql(from, everLeftSql(from))}
)
ARRAY JOIN arrayConcat(
  if(gone_before, [({start:Int64}, 'away')], []),
  arrayMap(moment -> (moment, 'left'), leaving),
  arrayMap(moment -> (moment, 'returned'), returning)) AS change
GROUP BY bucket WITH ROLLUP`;
