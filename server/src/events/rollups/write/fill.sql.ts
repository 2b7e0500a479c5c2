import { dayMs } from '../../../platform/time-units.ts';
import { longestGapMinutes, quarterHourMs } from '../read/activity-runs.ts';
import { isTrackedSql } from '../read/launch-rows.sql.ts';
import { changesOfUsersSql, rolledStepsSql } from '../read/membership-changes.sql.ts';
import { paymentColumns, paymentEvents } from '../read/payments.sql.ts';
import { type Rollup, rolledRows } from '../rollup.ts';

/** The shortest gap between sessions that a bot can have (contract, `sessionGapMinutes`), ms. */
const shortestGapMs = 5 * 60_000;
/**
 * Fills `activity_runs` from the actions between {from} and {to} (Unix ms, end exclusive) of the users that a condition on
 * `user_id` selects. Actions outside are not read: the gap of a run ends at the border at the latest.
 */
export const fillActivityRunsSql = (users: string): string => `
INSERT INTO activity_runs (bot, generation, user_id, time, length, actions, gap_minutes)
SELECT {bot:String}, {generation:UInt64}, user_id, fromUnixTimestamp64Milli(row.1, 'UTC'), row.2, row.3, row.4
FROM (
  WITH
    arraySort(groupArray(toUnixTimestamp64Milli(time))) AS times,
    arraySplit(
      (moment, pause) -> pause >= ${shortestGapMs} OR intDiv(moment, ${dayMs}) != intDiv(moment - pause, ${dayMs}),
      times, arrayDifference(times)) AS runs,
    arrayMap(run -> run[1], runs) AS begins,
    arrayMap(run -> run[-1], runs) AS ends,
    arrayMap((end, next) -> least(${longestGapMinutes}, intDiv(next - end, 60000)),
      arrayPushFront(ends, {from:Int64}), arrayPushBack(begins, {to:Int64})) AS pauses,
    arrayMap(
      (run, before, after) -> (run[1], toUInt32(run[-1] - run[1]), toUInt32(length(run)), toUInt8(least(before, after))),
      runs, arrayPopBack(pauses), arrayPopFront(pauses)) AS run_rows,
    arrayFlatten(arrayMap(
      (begin, end) -> arrayMap(quarter -> (quarter * ${quarterHourMs}, toUInt32(0), toUInt32(0), toUInt8(0)),
        range(intDiv(begin, ${quarterHourMs}) + 1, intDiv(end, ${quarterHourMs}) + 1)),
      begins, ends)) AS quarters
  SELECT user_id, arrayJoin(arrayConcat(run_rows, quarters)) AS row
  FROM events FINAL
  PREWHERE is_action AND user_id != 0 AND ${users}
  WHERE bot = {bot:String}
    AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  GROUP BY user_id
)`;

/**
 * Fills `launches` between {from} and {to} (Unix ms, end exclusive) for the users that a condition on `user_id` selects.
 * A start may follow something earlier than {from}: then the user's last row of `launches` is read, and users who acted
 * before their first start began at their first action. Within one millisecond, blocks come last.
 */
export const fillLaunchesSql = (rollup: Rollup, users: string): string => {
  const range =
    "time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')";
  const starters = `
    SELECT user_id FROM events
    PREWHERE is_start
    WHERE bot = {bot:String} AND user_id != 0 AND ${users} AND ${range}`;
  return `
INSERT INTO launches (bot, generation, user_id, time, id, membership, is_start, is_tracked, is_significant, source, params)
SELECT
  {bot:String}, {rolled_generation:UInt64}, user_id, time, id, membership, is_start, is_tracked, is_tracked AND was_gone,
  source, params
FROM (
  SELECT *, lagInFrame(membership = 'blocked', 1, true) OVER (
    PARTITION BY user_id
    ORDER BY time, membership = 'blocked', bitShiftRight(id, 44), is_tracked
    ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) AS was_gone
  FROM (
    SELECT user_id, time, id, toString(membership) AS membership, is_start, (${isTrackedSql}) AS is_tracked,
      toString(source) AS source, params, true AS is_own
    FROM events FINAL
    PREWHERE (is_start OR membership = 'blocked') AND user_id != 0 AND ${users}
    WHERE bot = {bot:String} AND ${range}
    UNION ALL
    SELECT user_id, time, id, toString(membership), is_start, is_tracked, '', map(), false
    FROM launches
    WHERE ${rolledRows(rollup)} AND user_id IN (${starters})
    ORDER BY time DESC, membership = 'blocked' DESC, bitShiftRight(id, 44) DESC, is_tracked DESC
    LIMIT 1 BY user_id
    UNION ALL
    SELECT user_id, first_action, 0, '', true, false, '', map(), false
    FROM users FINAL
    WHERE bot = {bot:String} AND first_action < tupleElement(first_source, 'time') AND user_id IN (${starters})
  )
)
WHERE is_own`;
};

/** Fills `membership_changes` between {start} and {to}, from what is rolled up before and the events since. */
export const fillMembershipChangesSql = (rollup: Rollup, users: string): string => `
INSERT INTO membership_changes (bot, generation, user_id, time, is_return)
SELECT {bot:String}, {rolled_generation:UInt64}, user_id, fromUnixTimestamp64Milli(change.1, 'UTC'), change.2
FROM (
  SELECT user_id, arrayJoin(arrayConcat(
    arrayMap(moment -> (moment, false), leaving),
    arrayMap(moment -> (moment, true), returning))) AS change
  FROM (${changesOfUsersSql(rolledStepsSql(rollup, "fromUnixTimestamp64Milli({to:Int64}, 'UTC')", users))}
  )
)`;

/** Fills `payments` between {from} and {to} (Unix ms, end exclusive) for the users that a condition on `user_id` selects. */
export const fillPaymentsSql = (users: string): string => `
INSERT INTO payments (bot, generation, ${paymentColumns})
SELECT {bot:String}, {rolled_generation:UInt64}, ${paymentColumns}
FROM (${paymentEvents(
  ` AND ${users}`,
  ` AND time >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND time < fromUnixTimestamp64Milli({to:Int64}, 'UTC')`,
)}
)`;
