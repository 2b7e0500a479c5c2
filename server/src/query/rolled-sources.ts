import { isLate, type Rollup, rolledRows, rolledUntil } from '../events/rollup/rollup.ts';
import { rolledStepsSql } from '../events/rollup/steps.sql.ts';
import type { Sources } from './sources.ts';

interface Words {
  /** SQL of the period's moments. */
  START: string;
  END: string;
  /** A condition on the `user_id` of any table. */
  selected: string;
  /** Nothing but people is selected: then what is rolled up tells of them, else actions have to be looked at. */
  isOfPeople: boolean;
}

/** Nobody keeps a session up longer than this past the period's end; a machine that does is measured up to here. */
export const TAIL_MS = 2 * 86_400_000;

const moment = (ms: string): string => `fromUnixTimestamp64Milli(${ms}, 'UTC')`;

/** The sources that have less to read where a bot's past is rolled up. */
export function rolledSources(rollup: Rollup, { START, END, selected, isOfPeople }: Words): Partial<Sources> {
  const steps = rolledStepsSql(rollup, END, selected);
  const people = { stepsOfAway: steps, stepsOfLeavers: steps };
  if (!isOfPeople) return people;

  const { late } = rollup;
  /** Actions that are not rolled up, of a stretch of time. */
  const actions = (columns: string, when: string, more = 'true'): readonly string[] => {
    const rows = (who: string, since: string) => `
  SELECT ${columns} FROM events FINAL
  PREWHERE is_action AND user_id != 0 AND ${selected} AND ${more}${who}
  WHERE bot = {bot:String}${since} AND ${when}`;
    return [
      rows('', ` AND time >= ${rolledUntil}`),
      ...(late.length === 0 ? [] : [rows(` AND ${isLate}`, ` AND time < ${rolledUntil}`)]),
    ];
  };

  const visitsDuring = (start: string, end: string): string => {
    const when = `time >= ${start} AND time < ${end}`;
    return `(
  SELECT user_id, time FROM spells
  WHERE ${rolledRows(rollup)} AND ${when} AND ${selected}${actions('user_id, time', when)
    .map((rows) => `\n  UNION ALL${rows}`)
    .join('')}
)`;
  };

  /** What may hang together with something else, `when` it lasts or lies in a stretch of time. */
  const near = (spells: string, when: string, more = 'true'): string =>
    [
      `
  SELECT user_id, toUnixTimestamp64Milli(time) AS begin, begin + length AS end, toUInt64(actions) AS actions FROM spells
  WHERE ${rolledRows(rollup)} AND apart < {session_gap_minutes:UInt16} AND actions > 0 AND ${spells} AND ${selected} AND ${more}`,
      ...actions('user_id, toUnixTimestamp64Milli(time), toUnixTimestamp64Milli(time), 1', when, more),
    ].join('\n  UNION ALL');
  const within = (from: string, to: string, more?: string): string =>
    near(
      // A spell lasts a day at most.
      `time >= ${moment(`${from} - 86400000`)} AND time < ${moment(to)} AND time + toIntervalMillisecond(length) > ${moment(from)}`,
      `time > ${moment(from)} AND time < ${moment(to)}`,
      more,
    );
  const [gapBefore, end] = ['{start:Int64} - {session_gap:Int64}', '{end:Int64}'];
  const gapBeforeEnd = '{end:Int64} - {session_gap:Int64}';

  return {
    ...people,
    visits: visitsDuring(START, END),
    visitsDuring,
    /*
     * A spell that lies a gap apart from everything is a session. The others are put together: with the begins and the ends
     * of a person sorted each for themselves, a session ends with end k if begin k + 1 comes a gap later.
     */
    sessions: `(
  SELECT user_id, toUnixTimestamp64Milli(time) AS begin, toInt64(length) AS length, toUInt64(actions) AS actions FROM spells
  WHERE ${rolledRows(rollup)} AND apart >= {session_gap_minutes:UInt16}
    AND time >= ${START} AND time < ${END} AND ${selected}
  UNION ALL
  SELECT user_id, session[1].1 AS begin, session[-1].2 - begin AS length, arraySum(spell -> spell.3, session) AS actions
  FROM (
    WITH
      arraySort(groupArray(begin)) AS begins,
      arraySort(groupArray(end)) AS ends,
      arraySort((actions, begin) -> begin, groupArray(actions), groupArray(begin)) AS counts
    SELECT
      user_id,
      arrayJoin(arraySplit(
        (spell, pause) -> pause >= {session_gap:Int64},
        arrayZip(begins, ends, counts), arrayMap((begin, before) -> begin - before, begins, arrayPushFront(arrayPopBack(ends), begins[1]))
      )) AS session
    FROM (${within(gapBefore, end)}
  UNION ALL${near(`time >= ${END} AND time < ${moment(`{end:Int64} + ${TAIL_MS}`)}`, `time >= ${END} AND time < ${moment(`{end:Int64} + ${TAIL_MS}`)}`, `user_id IN (SELECT user_id FROM (${within(gapBeforeEnd, end)}))`)}
    )
    GROUP BY user_id
  )
  WHERE begin >= {start:Int64} AND begin < {end:Int64}
)`,
  };
}
