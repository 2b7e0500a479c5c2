import type { BotSettings } from '@botscope/contract';
import { launchRows, links, starts, usersRows } from '../../events/rollups/read/launch-rows.sql.ts';
import { actedFirst, significantLaunchesSql, timeBit } from '../../events/rollups/read/significant-launches.sql.ts';
import { type Rollup, usableRollup } from '../../events/rollups/rollup.ts';

export type AttributionModel = BotSettings['source_determination'];

/** Launches to be credited, and the value of a launch. */
export interface Attribution {
  model: AttributionModel;
  /** SQL of a launch's value, on a row of `events`: the column `source`, or an element of `params`. */
  value: string;
  /** SQL of a moment (DateTime64), exclusive: later launches are not known yet. */
  until: string;
  /** Condition on `user_id` that limits the users to read. */
  users?: string;
  /** Roll-up that may be read in place of events. */
  rollup?: Rollup | undefined;
}

/*
 * A launch is a start, or the first action of a user who had not started before: that one has no payload. Launches of
 * one user in one millisecond are ordered by the ids of their events. These texts read the tables themselves, for a
 * filter by source is part of what `Sources` says.
 */

/**
 * Rows (user_id, value), one for each bot user, also for who met the bot after `until`, so that a value and its opposite are
 * everyone; '' = direct: no launch until then has it.
 */
export function attributedUsersSql(attribution: Attribution): string {
  const { until } = attribution;
  if (isFirstSource(attribution)) {
    return `SELECT user_id, ${firstSourceSql(until)} AS value
FROM ${usersRows(attribution)}`;
  }
  return `SELECT user_id, max(value) AS value
FROM (
  SELECT user_id, '' AS value FROM ${usersRows(attribution)}
  UNION ALL
  ${sourcedUsersSql(attribution)}
)
GROUP BY user_id`;
}

/** Leaves out users whose value is '': fewer rows than `attributedUsersSql`, for callers that do not need them. */
export function sourcedUsersSql(attribution: Attribution): string {
  const { model, value } = attribution;
  if (model === 'last') {
    return `SELECT user_id, argMax(toString(${value}), ${moment} + id) AS value
FROM ${launchRows(links, attribution)}
GROUP BY user_id
HAVING value != ''`;
  }
  if (model === 'last_significant') {
    return `SELECT user_id, argMax(value, credit) AS value
FROM (${significantLaunchesSql(attribution)}
)
GROUP BY user_id
HAVING value != ''`;
  }
  return firstLaunchesSql(attribution, { users: '', launches: '' });
}

/**
 * Rows (user_id, value, since) of everyone's first start that has a value, for statements that compare `since` with
 * `first_action` themselves: whose first action came before it is direct.
 */
export const firstStartsWithValueSql = (attribution: Attribution): string =>
  `${firstStartsSql(attribution, ', min(time) AS since')}
GROUP BY user_id
HAVING value != ''`;

const firstStartsSql = (attribution: Attribution, extraColumns: string): string =>
  `SELECT user_id, argMin(toString(${attribution.value}), ${moment} + id) AS value${extraColumns}
FROM ${launchRows(starts, attribution)}`;

/** Rows (user_id, value) of first launches that have a value, and what else is asked of them. */
function firstLaunchesSql(attribution: Attribution, extraColumns: { users: string; launches: string }): string {
  const { value, until } = attribution;
  if (value === 'source') {
    // `users` keeps it: 27 ms for half a million users, where reading their launches takes 220.
    return `SELECT user_id, tupleElement(first_source, 'source') AS value${extraColumns.users}
FROM ${usersRows(attribution)} AND ${startedWithin(until)} AND value != ''`;
  }
  return `${firstStartsSql(attribution, extraColumns.launches)}
  AND user_id NOT IN (SELECT user_id FROM ${usersRows(attribution)} AND ${actedFirst})
GROUP BY user_id
HAVING value != ''`;
}

const firstCreditsSql = (attribution: Attribution): string =>
  firstLaunchesSql(attribution, {
    users: ", tupleElement(first_source, 'time') AS since",
    launches: ', min(time) AS since',
  });

/**
 * `rows` (a subquery in brackets with the columns `user_id` and `time`), each with its value in a column `value`: that of
 * the launch that is credited as of that moment, a launch at the moment itself included. What happened before a user's
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

/** Attributes rows of few users: where launches are not rolled up, only theirs are read. */
export function attributedConversionsSql(attribution: Attribution, conversions: string): string {
  // Reading the rolled-up launches of everyone is faster than finding the users who converted.
  const isShort = usableRollup(attribution.rollup) !== undefined && attribution.model !== 'first';
  const isKept = isFirstSource(attribution);
  const users = `user_id IN (SELECT user_id FROM ${conversions})`;
  return attributedRowsSql(isShort || isKept ? attribution : { ...attribution, users }, conversions);
}

/** Rows (user_id, since, value): from when on which value gets what a user does; one per user and moment. */
function creditsSql(attribution: Attribution): string {
  if (attribution.model === 'last') {
    return `SELECT user_id, time AS since, argMax(toString(${attribution.value}), id) AS value
FROM ${launchRows(links, attribution)}
GROUP BY user_id, since`;
  }
  return `SELECT user_id, fromUnixTimestamp64Milli(toInt64(bitShiftRight(credit, ${timeBit})), 'UTC') AS since,
  argMax(value, credit) AS value
FROM (${significantLaunchesSql(attribution)}
)
GROUP BY user_id, since`;
}

const moment = 'bitShiftLeft(toUInt128(toUnixTimestamp64Milli(time)), 64)';

/** Whether `users` keeps the value. */
export const isFirstSource = ({ model, value }: Pick<Attribution, 'model' | 'value'>): boolean =>
  model === 'first' && value === 'source';

/** Whether users had launched the bot by then, before they did anything else; on a row of `users`. */
export const startedWithin = (until: string) =>
  `tupleElement(first_source, 'time') <= first_action AND tupleElement(first_source, 'time') < ${until}`;

/** The source of the first launch, on a row of `users`: '' = direct. Nothing but that row has to be read. */
export const firstSourceSql = (until: string): string =>
  `if(${startedWithin(until)}, tupleElement(first_source, 'source'), '')`;
