import { dayMs } from '../../../platform/time-units.ts';
import { longestGapMinutes, quarterHourMs } from '../read/activity-runs.ts';

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
