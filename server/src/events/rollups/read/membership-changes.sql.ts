import { usersTable } from '../../store/user-rebuilds.ts';
import { isStale, notStale, type Rollup, rolledRows, rolledUntil } from '../rollup.ts';

/*
 * A step packs a time (ms) and two flags into one number, so that sorting numbers sorts steps: bit 1 says "blocked" (an
 * action in the same millisecond came before it), bit 0 says that this event makes its user a bot user.
 *
 * Rows of steps are (user_id, step, counts, is_contact). An imported list says that users had contact with the bot before
 * it was connected; being listed does not mean that they returned. Nor does opening a Mini App, which also opens for
 * users who blocked the bot. Such steps do not count.
 */

/** The steps of the users that a condition on `user_id` selects; `timeCondition` is a condition on `time`. */
export const eventStepsSql = (users: string, timeCondition: string): string => `
  SELECT
    user_id,
    toUnixTimestamp64Milli(time) * 4 + (membership = 'blocked') * 2 + is_contact AS step,
    kind NOT IN ('imported', 'hit') OR membership != '' AS counts,
    is_contact
  FROM events FINAL
  PREWHERE ${users} AND (is_action OR membership != '' OR kind IN ('imported', 'hit'))
  WHERE bot = {bot:String} AND ${timeCondition}`;

/**
 * The steps, up to a moment (SQL, exclusive), of all users who ever left, from the roll-up where there is one. `users` is a
 * condition on `user_id`.
 */
export const stepsUntilSql = (
  rollup: Rollup | undefined,
  end: string,
  { of: users = 'user_id != 0', isOfFew }: { of?: string | undefined; isOfFew?: true } = {},
): string =>
  rollup === undefined
    ? eventStepsSql(`user_id IN (${blocksSql(`time < ${end}`, users)})`, `time < ${end}`)
    : rolledStepsSql(rollup, end, users, isOfFew);

/** Users who blocked the bot, by any copy of the event. */
export const blocksSql = (timeCondition: string, users = 'user_id != 0'): string => `
    SELECT user_id
    FROM events
    PREWHERE membership = 'blocked'
    WHERE bot = {bot:String} AND ${users} AND ${timeCondition}`;

/**
 * The steps, up to a moment (SQL, exclusive), of all users who ever left: their membership changes before the end of the
 * roll-up, their first contact, and their events since. Of few users everyone's steps are given, whether or not they ever
 * left: to find out who did takes longer than to read them.
 */
export function rolledStepsSql(rollup: Rollup, end: string, users: string, isOfFew = false): string {
  const freshUsers = `${users}${notStale(rollup.staleUsers)}`;
  const since = `time >= ${rolledUntil} AND time < ${end}`;
  const changeCondition = `${rolledRows(rollup)} AND time < ${end} AND ${users}`;
  const isBlocked = isOfFew ? '' : ` AND user_id IN (${blocksSql(since)})`;
  const everLeft = isOfFew
    ? ''
    : ` AND (user_id IN (SELECT user_id FROM membership_changes WHERE ${changeCondition}) OR user_id IN (${blocksSql(since)}))`;
  return `
  SELECT user_id, toUnixTimestamp64Milli(time) * 4 + if(is_return, 1, 3) AS step, true AS counts, true AS is_contact
  FROM membership_changes
  WHERE ${changeCondition}
  UNION ALL
  SELECT user_id, toUnixTimestamp64Milli(first_time) * 4 + 1, false, true
  FROM ${usersTable(rollup.usersToRebuild)}
  WHERE bot = {bot:String} AND ${freshUsers}${isBlocked}
  UNION ALL
  ${eventStepsSql(`${freshUsers}${everLeft}`, since)}
  ${rollup.staleUsers.length === 0 ? '' : `UNION ALL ${eventStepsSql(`${users} AND ${isStale}`, `time < ${end}`)}`}`;
}

/**
 * One row per user out of `steps`: `leaving` and `returning`, the moments from a start (Unix ms, SQL) on (Unix ms, rising) at which they
 * left and returned, and `gone_before`, whether they were away before the start. Only changes count: a second block by a
 * user who has left changes nothing, nor does a block by a user who never had contact with the bot. Any action, or
 * unblocking, is a return. Of the steps before the start the last one is enough.
 */
export const changesOfUsersSql = (steps: string, start = '{start:Int64}'): string => `
  WITH
    ${start} * 4 AS first_step,
    minIf(step, is_contact) AS first_contact,
    maxIf(step, counts AND step < first_step) AS last_before,
    arrayFilter(one -> one >= first_contact, arraySort(groupArrayIf(step, counts AND step >= first_step))) AS steps,
    arrayMap(one -> bitTest(one, 1), steps) AS gone,
    arrayPopBack(arrayPushFront(gone, gone_before)) AS was_gone
  SELECT
    user_id,
    last_before >= first_contact AND bitTest(last_before, 1) AS gone_before,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> is AND NOT was, steps, gone, was_gone)) AS leaving,
    arrayMap(one -> bitShiftRight(one, 2),
      arrayFilter((one, is, was) -> was AND NOT is, steps, gone, was_gone)) AS returning
  FROM (${steps}
  )
  GROUP BY user_id
  HAVING max(is_contact)`;
