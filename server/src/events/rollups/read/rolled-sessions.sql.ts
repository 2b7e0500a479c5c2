import { rolledRows } from '../rollup.ts';
import { isNearSql, longestGapMinutes } from './activity-runs.ts';
import { type RolledStretch, unrolledActions } from './rolled-actions.sql.ts';

/** Nobody keeps a session up longer than this past the period's end; a machine that does is measured up to here. */
export const tailMs = 2 * 86_400_000;

const moment = (ms: string): string => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;

/**
 * `Sources.sessions` from activity runs. A run at least a gap away from every other action is a session. The others are
 * merged with actions that are not rolled up (runs of length 0): with a user's begins and ends each sorted, a session
 * ends with end k if begin k + 1 is at least a gap later.
 */
export function rolledSessions(stretch: RolledStretch): string {
  const { rollup, start, end, selected } = stretch;
  const { until } = rollup;

  const runs = (timeCondition: string, extraConditions: string): string => `
    SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin + length AS end, toUInt64(actions) AS actions
    FROM activity_runs
    PREWHERE gap_minutes < {session_gap_minutes:UInt16} AND actions > 0
    WHERE ${rolledRows(rollup)} AND ${isNearSql} AND ${timeCondition} AND ${selected}${extraConditions}`;
  const actions = (timeCondition: string, to: number, extraConditions: string): readonly string[] =>
    unrolledActions(
      { ...stretch, end: to },
      // Named: they may be all there is to read.
      'user_id, toUnixTimestamp64Milli(time) AS begin, begin AS end, toUInt64(1) AS actions',
      timeCondition,
      extraConditions,
    );

  /** From a gap before a moment of the period up to its end: a run that lasts until then began within a day. */
  const before = (from: '{start:Int64}' | '{end:Int64}'): string => {
    const since = `${from} - {session_gap:Int64}`;
    const earliest = (from === '{start:Int64}' ? start : end) - longestGapMinutes * 60_000 - 86_400_000;
    const lasts = `time + toIntervalMillisecond(length) > ${moment(since)}`;
    return union([
      ...(earliest < until
        ? [runs(`time >= ${moment(`${since} - 86400000`)} AND time < ${moment('{end:Int64}')} AND ${lasts}`, '')]
        : []),
      ...actions(`time > ${moment(since)} AND time < ${moment('{end:Int64}')}`, end, ''),
    ]);
  };
  const tailCondition = `time >= ${moment('{end:Int64}')} AND time < ${moment(`{end:Int64} + ${tailMs}`)}`;
  const goesOn = ` AND user_id IN (SELECT user_id FROM (${before('{end:Int64}')}))`;

  return `(
  SELECT user_id, toUnixTimestamp64Milli(time) AS begin, toInt64(length) AS length, toUInt64(actions) AS actions
  FROM activity_runs
  WHERE ${rolledRows(rollup)} AND gap_minutes >= {session_gap_minutes:UInt16}
    AND time >= ${moment('{start:Int64}')} AND time < ${moment('{end:Int64}')} AND ${selected}
  UNION ALL
  SELECT user_id, session[1].1 AS begin, session[-1].2 - begin AS length, arraySum(run -> run.3, session) AS actions
  FROM (
    WITH
      arraySort(groupArray(begin)) AS begins,
      arraySort(groupArray(end)) AS ends,
      arraySort((actions, begin) -> begin, groupArray(actions), groupArray(begin)) AS counts
    SELECT
      user_id,
      arrayJoin(arraySplit(
        (run, pause) -> pause >= {session_gap:Int64},
        arrayZip(begins, ends, counts),
        arrayMap((begin, before) -> begin - before, begins, arrayPushFront(arrayPopBack(ends), begins[1])))) AS session
    FROM (${union([before('{start:Int64}'), ...(end < until ? [runs(tailCondition, goesOn)] : []), ...actions(tailCondition, end + tailMs, goesOn)])}
    )
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)`;
}

const union = (parts: readonly string[]): string => parts.join('\n    UNION ALL');
