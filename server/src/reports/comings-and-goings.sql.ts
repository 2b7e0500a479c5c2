import type { Sources } from '../query/scope.ts';

/**
 * One row per person out of `people` (a subquery of user ids): `leaving` and `returning`, the moments (Unix ms, rising)
 * at which they really left and came back. Only changes count: a second "left" of somebody who is gone says nothing
 * new, nor does one about somebody whom the bot has never met. Anything a person does, or unblocking, brings them back.
 * An imported list tells that they met the bot before; that they were in it brings nobody back, nor does a Mini App,
 * which opens for those who blocked the bot too.
 *
 * A step packs the time and two flags into one number, so that sorting numbers sorts steps: bit 1 says "left" (an
 * action of the same millisecond came before it), bit 0 says that this event makes its person a bot user.
 */
export const comingsAndGoingsSql = (from: Sources, people: string) => `
  WITH
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    minIf(step, is_meeting) AS first_met,
    arrayFilter(one -> one >= first_met, arraySort(groupArrayIf(step, kind NOT IN ('imported', 'hit') OR membership != ''))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, 0)) AS gone_before
  SELECT
    user_id,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, gone_before)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, gone_before)) AS returning
  FROM ${from.historyOf(people)}
  GROUP BY user_id
  HAVING max(is_meeting)`;

/** Unix seconds of a moment in ms. */
export const secondsOf = (moment: string) => `toUInt32(intDiv(${moment}, 1000))`;
