import type { BotSettings } from '@botscope/contract';
import { isTrackedSql } from '../../events/rollups/launches.sql.ts';
import { isStale, type Rollup, rolledRows, rolledUntil, usableRollup } from '../../events/rollups/rollup.ts';
import { usersTable } from '../../events/store/user-rebuilds.ts';

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

/**
 * Rows (user_id, value), one for each bot user, also for who met the bot after `until`, so that a value and its opposite are
 * everybody; '' = direct: no launch until then has it.
 */
export function attributedPeopleSql(attribution: Attribution): string {
  const { model, value, until } = attribution;
  if (model === 'first' && value === 'source') {
    return `SELECT user_id, if(${startedWithin(until)}, tupleElement(first_source, 'source'), '') AS value
FROM ${peopleRows(attribution)}`;
  }
  return `SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM ${peopleRows(attribution)}
  UNION ALL
  ${sourcedPeopleSql(attribution)}
)
GROUP BY user_id`;
}

/** The same without those whose value is '': fewer rows, for those who can do without. */
export function sourcedPeopleSql(attribution: Attribution): string {
  const { model, value } = attribution;
  if (model === 'last') {
    return `SELECT user_id, argMax(toString(${value}), ${moment} + id) AS value
FROM ${launches(links, attribution)}
GROUP BY user_id
HAVING value != ''`;
  }
  if (model === 'last_significant') {
    return `SELECT user_id, argMax(value, credit) AS value
FROM (${creditedSql(attribution)}
)
GROUP BY user_id
HAVING value != ''`;
  }
  return firstLaunchesSql(attribution, { people: '', launches: '' });
}

/** Rows (user_id, value) of first launches that have a value, and what else is asked of them. */
function firstLaunchesSql(attribution: Attribution, more: { people: string; launches: string }): string {
  const { value, until } = attribution;
  if (value === 'source') {
    // `users` keeps it: 27 ms for half a million people, where reading their launches takes 220.
    return `SELECT user_id, tupleElement(first_source, 'source') AS value${more.people}
FROM ${peopleRows(attribution)} AND ${startedWithin(until)} AND value != ''`;
  }
  return `SELECT user_id, argMin(toString(${value}), ${moment} + id) AS value${more.launches}
FROM ${launches(starts, attribution)}
  AND user_id NOT IN (SELECT user_id FROM ${peopleRows(attribution)} AND ${actedFirst})
GROUP BY user_id
HAVING value != ''`;
}

const firstCreditsSql = (attribution: Attribution): string =>
  firstLaunchesSql(attribution, {
    people: ", tupleElement(first_source, 'time') AS since",
    launches: ', min(time) AS since',
  });

/**
 * `rows` (a subquery in brackets with the columns `user_id` and `time`), each with its value in a column `value`: that of
 * the launch that is credited as of that moment, a launch at the moment itself included. What happened before a person's
 * first launch is direct, in every model: so it does not depend on how far launches are read.
 */
export function attributedRowsSql(attribution: Attribution, rows: string): string {
  if (attribution.model === 'first') {
    return `SELECT one.*, if(credit.since <= one.time, credit.value, '') AS value
FROM ${rows} AS one
LEFT JOIN (${firstCreditsSql(attribution)}) AS credit
  ON credit.user_id = one.user_id`;
  }
  return `SELECT one.*, credit.value AS value
FROM ${rows} AS one
ASOF LEFT JOIN (${creditsSql(attribution)}) AS credit
  ON credit.user_id = one.user_id AND credit.since <= one.time`;
}

/** The same of few people: where launches are not rolled up, only theirs are read. */
export function attributedConversionsSql(attribution: Attribution, conversions: string): string {
  // Where launches are rolled up, reading those of everyone is faster than finding out who converted.
  const isShort = usableRollup(attribution.rollup) !== undefined && attribution.model !== 'first';
  const isKept = attribution.model === 'first' && attribution.value === 'source';
  const people = `user_id IN (SELECT user_id FROM ${conversions})`;
  return attributedRowsSql(isShort || isKept ? attribution : { ...attribution, people }, conversions);
}

/** Rows (user_id, since, value): from when on which value gets what a person does; one per person and moment. */
function creditsSql(attribution: Attribution): string {
  if (attribution.model === 'last') {
    return `SELECT user_id, time AS since, argMax(toString(${attribution.value}), id) AS value
FROM ${launches(links, attribution)}
GROUP BY user_id, since`;
  }
  return `SELECT user_id, fromUnixTimestamp64Milli(toInt64(bitShiftRight(credit, ${TIME_BIT})), 'UTC') AS since,
  argMax(value, credit) AS value
FROM (${creditedSql(attribution)}
)
GROUP BY user_id, since`;
}

/**
 * Rows (user_id, credit, value): the significant launches with a payload. What is rolled up says which they are; of the
 * people who started since, and of those who are late, the steps are looked at.
 */
function creditedSql(attribution: Attribution): string {
  const { until, people = 'user_id != 0', value } = attribution;
  const rollup = usableRollup(attribution.rollup);
  if (rollup === undefined) {
    return creditedOfSteps([
      stepsOf(attribution, eventsWith(steps.ofEvents, attribution, ''), isTrackedSql),
      firstActions(attribution),
    ]);
  }
  const starters = `SELECT user_id FROM events
      PREWHERE ${isTrackedSql}
      WHERE bot = {bot:String} AND time >= ${rolledUntil} AND time < ${until}`;
  const late = rollup.staleUsers.length === 0 ? '' : ` OR ${isStale}`;
  const since = `bitShiftRight(credit, ${TIME_BIT}) >= {rolled_until:Int64}`;
  return `
  SELECT user_id, ${stepSql('is_tracked')} AS credit, toString(${value}) AS value
  FROM launches
  WHERE ${rolledRows(rollup)} AND time < ${until} AND is_significant AND ${people}
  UNION ALL
  SELECT user_id, credit, value
  FROM (${creditedOfSteps([
    stepsOf(attribution, `launches\nWHERE ${rolledRows(rollup)} AND user_id IN (${starters})`, 'is_tracked'),
    ...unrolled(steps, attribution, rollup).map((rows) => stepsOf(attribution, rows, isTrackedSql)),
    firstActions({ ...attribution, people: `(user_id IN (${starters})${late})` }),
  ])}
  )
  WHERE (${since}${late}) AND ${people}`;
}

/** Steps are launches and departures, as numbers that sort; of a person's first action without a start see `actedFirst`. */
const stepsOf = ({ value }: Attribution, rows: string, isLink: string): string => `
    SELECT user_id, toString(${value}) AS value, ${stepSql(isLink)} AS step
    FROM ${rows}`;

const firstActions = (attribution: Attribution): string => `
    SELECT user_id, '' AS value, ${stepAt('first_action')} AS step
    FROM ${peopleRows(attribution)} AND ${actedFirst} AND tupleElement(first_source, 'time') < ${attribution.until}`;

/** What follows a departure, or nothing, is significant. */
const creditedOfSteps = (steps: readonly string[]): string => `
  SELECT user_id, arrayJoin(credited) AS credit, values[indexOf(steps, credit)] AS value
  FROM (
    WITH
      arraySort(groupArray(step)) AS sorted,
      arrayPushFront(arrayPopBack(sorted), bitShiftLeft(toUInt64(1), ${LEFT_BIT})) AS before
    SELECT
      user_id,
      groupArray(step) AS steps,
      groupArray(value) AS values,
      arrayFilter((one, previous) -> bitTest(one, 0) AND NOT bitTest(one, ${LEFT_BIT}) AND bitTest(previous, ${LEFT_BIT}),
        sorted, before) AS credited
    FROM (${steps.join('\n    UNION ALL')}
    )
    GROUP BY user_id
  )`;

const LEFT_BIT = 21;
const TIME_BIT = 22;

const stepAt = (time: string) => `bitShiftLeft(toUInt64(toUnixTimestamp64Milli(${time})), ${TIME_BIT})`;

/**
 * From the highest bits: the moment in ms, whether it is a departure (after a launch of the same millisecond), the
 * beginning of the event's id, whether it is a link.
 */
const stepSql = (isLink: string): string =>
  `${stepAt('time')} + bitShiftLeft(toUInt64(membership = 'blocked'), ${LEFT_BIT}) + bitShiftRight(id, 44) * 2 + (${isLink})`;

const moment = 'bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64)';

/** Somebody who never started has a first start after all times, and somebody who never acted a first action so. */
const actedFirst = "first_action < tupleElement(first_source, 'time')";

const startedWithin = (until: string) =>
  `tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < ${until}`;

/** Which launches: the condition on a row of `events`, and on one of `launches`. */
interface Which {
  ofEvents: string;
  ofLaunches: string;
}
const links: Which = { ofEvents: isTrackedSql, ofLaunches: 'is_tracked' };
const starts: Which = { ofEvents: 'is_start', ofLaunches: 'is_start' };
const steps: Which = { ofEvents: "(is_start OR membership = 'blocked')", ofLaunches: 'true' };

/** Launches before `until`: the text after FROM, so go on with AND. Events are looked at before their copies collapse. */
function launches(which: Which, attribution: Attribution): string {
  const { until, people = 'user_id != 0' } = attribution;
  const rollup = usableRollup(attribution.rollup);
  if (rollup === undefined) return eventsWith(which.ofEvents, attribution, '');
  const told = `launches
  WHERE ${rolledRows(rollup)} AND time < ${until} AND ${which.ofLaunches} AND ${people}`;
  const all = [told, ...unrolled(which, attribution, rollup)].map(
    (rows) => `\n  SELECT user_id, time, id, source, params FROM ${rows}`,
  );
  return `(${all.join('\n  UNION ALL')}
)
WHERE true`;
}

/** Those that are not rolled up. */
const unrolled = ({ ofEvents }: Which, attribution: Attribution, { staleUsers }: Rollup): readonly string[] => [
  eventsWith(ofEvents, attribution, ` AND time >= ${rolledUntil}`),
  ...(staleUsers.length === 0
    ? []
    : [eventsWith(`${ofEvents} AND ${isStale}`, attribution, ` AND time < ${rolledUntil}`)]),
];

const eventsWith = (content: string, { until, people = 'user_id != 0' }: Attribution, when: string): string =>
  `events FINAL
PREWHERE ${content} AND ${people}
WHERE bot = {bot:String}${when} AND time < ${until}`;

const peopleRows = ({ people, rollup }: Attribution) => `${usersTable(rollup?.usersToRebuild ?? [])}
WHERE bot = {bot:String}${people === undefined ? '' : ` AND ${people}`}`;
