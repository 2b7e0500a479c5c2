import type { BotSettings } from '@botscope/contract';
import { isLate, type Rollup, rolledRows, rolledUntil } from '../events/rollup/rollup.ts';

export type AttributionModel = BotSettings['source_determination'];

/** Whose launches are credited, and what of a launch is the value. */
export interface Attribution {
  model: AttributionModel;
  /** SQL of a launch's value, on a row of `events`: the column `source`, or an element of `params`. */
  value: string;
  /** SQL of a moment (DateTime64), exclusive: later launches are not known yet. */
  until: string;
  /** A condition on `user_id`: of whom alone one wants to know. */
  people?: string;
  /** What may be read in place of events. */
  rollup?: Rollup | undefined;
}

/*
 * A launch is a start, or the first action of a person who had not started before: that one has no payload. Launches of
 * one person in one millisecond are ordered by the ids of their events. These texts read the tables themselves, for a
 * filter by source is part of what `Sources` says.
 */

/** Rows (user_id, value), one for each person who met the bot before `until`; '' = direct. */
export function attributedPeopleSql(attribution: Attribution): string {
  const { model, value, until } = attribution;
  if (model === 'first' && value === 'source') {
    return `SELECT user_id, if(${startedWithin(until)}, tupleElement(first_source, 'source'), '') AS value
FROM ${peopleRows(attribution)} AND first_time < ${until}`;
  }
  return `SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM ${peopleRows(attribution)} AND first_time < ${until}
  UNION ALL
  ${sourcedPeopleSql(attribution)}
)
GROUP BY user_id`;
}

/** The same without those whose value is '': fewer rows, for those who can do without. */
export function sourcedPeopleSql(attribution: Attribution): string {
  const { model, value, until } = attribution;
  if (model === 'last') {
    return `SELECT user_id, argMax(toString(${value}), ${moment} + id) AS value
FROM ${launches(withPayload, attribution)}
GROUP BY user_id
HAVING value != ''`;
  }
  if (model === 'last_significant') {
    const lastCredited = (of: Attribution) => `SELECT user_id, values[indexOf(steps, credited[-1])] AS value
FROM (${creditedSql(of)}
)
WHERE value != ''`;
    if (attribution.rollup === undefined) return lastCredited(attribution);
    return `SELECT user_id, argMax(toString(${value}), ${moment} + id) AS value
FROM ${rolledCredits(attribution, attribution.rollup)}
GROUP BY user_id
HAVING value != ''
UNION ALL
${lastCredited(ofRecent(attribution, attribution.rollup))}`;
  }
  if (value === 'source') {
    // `people` keeps it: 27 ms for half a million people, where reading their launches takes 220.
    return `SELECT user_id, tupleElement(first_source, 'source') AS value
FROM ${peopleRows(attribution)} AND ${startedWithin(until)} AND value != ''`;
  }
  return `SELECT user_id, argMin(toString(${value}), ${moment} + id) AS value
FROM ${launches('is_start', attribution)}
  AND user_id NOT IN (SELECT user_id FROM ${peopleRows(attribution)} AND ${actedFirst})
GROUP BY user_id
HAVING value != ''`;
}

/**
 * The rows of `conversions` (a subquery in brackets with the columns `user_id` and `time`) with the value that gets each
 * in a column `value`: as of that moment, a launch that is itself a conversion included. A first launch is the first
 * one, also if the conversion was told to have come before it.
 */
export function attributedConversionsSql(attribution: Attribution, conversions: string): string {
  // Where launches are rolled up, finding those of everybody is sooner done than finding out who converted.
  const isLong = attribution.rollup === undefined || (attribution.model === 'first' && attribution.value !== 'source');
  const own = isLong ? { ...attribution, people: `user_id IN (SELECT user_id FROM ${conversions})` } : attribution;
  if (attribution.model === 'first') {
    return `SELECT conversion.*, credit.value AS value
FROM ${conversions} AS conversion
LEFT JOIN (${sourcedPeopleSql(attribution.value === 'source' ? attribution : own)}) AS credit
  ON credit.user_id = conversion.user_id`;
  }
  return `SELECT conversion.*, credit.value AS value
FROM ${conversions} AS conversion
ASOF LEFT JOIN (${creditsSql(own)}) AS credit
  ON credit.user_id = conversion.user_id AND credit.since <= conversion.time`;
}

/** Rows (user_id, since, value): from when on which value gets what a person does; one per person and moment. */
function creditsSql(attribution: Attribution): string {
  if (attribution.model === 'last') {
    return sinceSql(attribution, launches(withPayload, attribution));
  }
  if (attribution.rollup === undefined) return creditedSinceSql(attribution);
  return `${sinceSql(attribution, rolledCredits(attribution, attribution.rollup))}
UNION ALL
${creditedSinceSql(ofRecent(attribution, attribution.rollup))}`;
}

/** What has a value from when on, the last of a moment by its event's id, out of `rows` of launches (the text after FROM). */
const sinceSql = (
  { value }: Attribution,
  rows: string,
): string => `SELECT user_id, time AS since, argMax(toString(${value}), id) AS value
FROM ${rows}
GROUP BY user_id, since`;

const creditedSinceSql = (
  attribution: Attribution,
): string => `SELECT user_id, fromUnixTimestamp64Milli(toInt64(bitShiftRight(credit, ${TIME_BIT})), 'UTC') AS since,
  argMax(values[indexOf(steps, credit)], credit) AS value
FROM (${creditedSql(attribution)}
)
ARRAY JOIN credited AS credit
GROUP BY user_id, since`;

/**
 * Launches and departures of each person as numbers that sort, from the highest bits: the moment in ms, whether it is a
 * departure (after a launch of the same millisecond), the beginning of the event's id, whether it has a payload. `values`
 * are theirs, in the order of `steps`; `credited`, rising, are the significant launches with a payload: significant is
 * what follows a departure or nothing.
 */
const creditedSql = (attribution: Attribution): string => `
  WITH
    arraySort(groupArray(step)) AS sorted,
    arrayPushFront(arrayPopBack(sorted), bitShiftLeft(toUInt64(1), ${LEFT_BIT})) AS before
  SELECT
    user_id,
    groupArray(step) AS steps,
    groupArray(value) AS values,
    arrayFilter((one, previous) -> bitTest(one, 0) AND NOT bitTest(one, ${LEFT_BIT}) AND bitTest(previous, ${LEFT_BIT}),
      sorted, before) AS credited
  FROM (
    SELECT
      user_id, toString(${attribution.value}) AS value,
      ${stepAt('time')} + bitShiftLeft(toUInt64(membership = 'left'), ${LEFT_BIT})
        + bitShiftRight(id, 44) * 2 + (${withPayload}) AS step
    FROM ${launches("(is_start OR membership = 'left')", attribution)}
    UNION ALL
    SELECT user_id, '' AS value, ${stepAt('first_action')} AS step
    FROM ${peopleRows(attribution)} AND ${actedFirst} AND tupleElement(first_source, 'time') < ${attribution.until}
  )
  GROUP BY user_id`;

const LEFT_BIT = 21;
const TIME_BIT = 22;

const stepAt = (time: string) => `bitShiftLeft(toUInt64(toUnixTimestamp64Milli(${time})), ${TIME_BIT})`;

const moment = 'bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64)';

/** What Telegram itself sends to begin a business chat is nobody's link: start-payload.ts reads nothing from it. */
const withPayload = "is_start AND start_payload != '' AND NOT match(start_payload, '^bizChat-?[0-9]+$')";

/** Somebody who never started has a first start after all times, and somebody who never acted a first action so. */
const actedFirst = "first_action < tupleElement(first_source, 'time')";

const startedWithin = (until: string) =>
  `tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < ${until}`;

/** Starts and departures before `until` whose `content` (a condition) is looked at before copies collapse: the text after FROM. */
function launches(content: string, { until, rollup, people = 'user_id != 0' }: Attribution): string {
  const events = (who: string, when: string) => `events FINAL
PREWHERE ${content} AND ${people}${who}
WHERE bot = {bot:String}${when} AND time < ${until}`;
  if (rollup === undefined) return events('', '');
  const columns = 'user_id, time, id, membership, is_start, start_payload, source, params';
  return `(
  SELECT ${columns} FROM launches
  WHERE ${rolledRows(rollup)} AND time < ${until} AND ${content} AND ${people}
  UNION ALL
  SELECT ${columns} FROM ${events('', ` AND time >= ${rolledUntil}`)}
  ${rollup.late.length === 0 ? '' : `UNION ALL SELECT ${columns} FROM ${events(` AND ${isLate}`, ` AND time < ${rolledUntil}`)}`}
)
WHERE true`;
}

/** Launches with a payload that are known to be significant, of everybody but the recent. */
const rolledCredits = (attribution: Attribution, rollup: Rollup): string => `launches
WHERE ${rolledRows(rollup)} AND time < ${attribution.until} AND is_significant AND ${withPayload}
  AND ${attribution.people ?? 'true'} AND user_id NOT IN (${recentStarters(attribution)})`;

/** Of whom starts came in that are not rolled up: what those follow has to be looked at. */
const recentStarters = ({ until }: Attribution): string => `SELECT user_id FROM events
PREWHERE ${withPayload}
WHERE bot = {bot:String} AND time >= ${rolledUntil} AND time < ${until}`;

const ofRecent = (attribution: Attribution, { late }: Rollup): Attribution => {
  const recent = `user_id IN (${recentStarters(attribution)})`;
  return {
    ...attribution,
    people: `${attribution.people ?? 'user_id != 0'} AND ${late.length === 0 ? recent : `(${recent} OR ${isLate})`}`,
  };
};

const peopleRows = ({ people }: Attribution) => `people FINAL
WHERE bot = {bot:String}${people === undefined ? '' : ` AND ${people}`}`;
