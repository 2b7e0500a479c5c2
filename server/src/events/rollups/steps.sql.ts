import { peopleTable } from '../store/stale-people.ts';
import { isLate, notLate, type Rollup, rolledRows, rolledUntil } from './rollup.ts';

/*
 * A step packs a time (ms) and two flags into one number, so that sorting numbers sorts steps: bit 1 says "left" (an
 * action of the same millisecond came before it), bit 0 says that this event makes its person a bot user.
 *
 * Rows of steps are (user_id, step, counts, is_meeting). An imported list tells that people met the bot before; that they
 * were in it brings nobody back, nor does a Mini App, which opens for those who blocked the bot too: those do not count.
 */

/** The steps of the people that a condition on `user_id` selects; `when` is one on `time`. */
export const eventStepsSql = (people: string, when: string): string => `
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'left') * 2 + is_meeting AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_meeting
  FROM events FINAL
  PREWHERE ${people} AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND ${when}`;

/** Who left, by any copy of the event. */
export const departuresSql = (when: string, people = 'user_id != 0'): string => `
    SELECT user_id
    FROM events
    PREWHERE membership = 'left'
    WHERE bot = {bot:String} AND ${people} AND ${when}`;

/**
 * The steps, up to a moment (SQL, exclusive), of everybody who ever left: as their turns before the rollup's end, when they
 * met the bot, and their events since.
 */
export function rolledStepsSql(rollup: Rollup, end: string, people: string): string {
  const others = `${people}${notLate(rollup.late)}`;
  const since = `time >= ${rolledUntil} AND time < ${end}`;
  const turned = `${rolledRows(rollup)} AND time < ${end} AND ${people}`;
  return `
  SELECT user_id, toUnixTimestamp64Milli(time) * 4 + if(is_return, 1, 3) AS step, true AS counts, true AS is_meeting
  FROM turns
  WHERE ${turned}
  UNION ALL
  SELECT user_id, toUnixTimestamp64Milli(first_time) * 4 + 1, false, true
  FROM ${peopleTable(rollup.stale)}
  WHERE bot = {bot:String} AND ${others} AND user_id IN (${departuresSql(since)})
  UNION ALL
  ${eventStepsSql(`${others} AND (user_id IN (SELECT user_id FROM turns WHERE ${turned}) OR user_id IN (${departuresSql(since)}))`, since)}
  ${rollup.late.length === 0 ? '' : `UNION ALL ${eventStepsSql(`${people} AND ${isLate}`, `time < ${end}`)}`}`;
}

/**
 * One row per person out of `steps`: `leaving` and `returning`, the moments from {start} on (Unix ms, rising) at which they
 * really left and came back, and `gone_before`, whether they were away then. Only changes count: a second "left" of
 * somebody who is gone says nothing new, nor does one about somebody whom the bot has never met. Anything a person does,
 * or unblocking, brings them back. Of all that came before, the last step says enough.
 */
export const changesOfPeopleSql = (steps: string): string => `
  WITH
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
  FROM (${steps}
  )
  GROUP BY user_id
  HAVING max(is_meeting)`;

/** Fills `turns` between {start} and {to}, from what is rolled up before and the events since. */
export const fillTurnsSql = (rollup: Rollup, people: string): string => `
INSERT INTO turns (bot, edition, user_id, time, is_return)
SELECT {bot:String}, {rolled_edition:UInt64}, user_id, fromUnixTimestamp64Milli(turn.1, 'UTC'), turn.2
FROM (
  SELECT user_id, arrayJoin(arrayConcat(
    arrayMap(moment -> (moment, false), leaving),
    arrayMap(moment -> (moment, true), returning))) AS turn
  FROM (${changesOfPeopleSql(rolledStepsSql(rollup, "fromUnixTimestamp64Milli({to:Int64}, 'UTC')", people))}
  )
)`;
