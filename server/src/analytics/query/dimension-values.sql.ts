import type { Dimension } from '@botscope/contract';
import type { Rollup } from '../../events/store/event-store.ts';
import { firstSourceSql, firstStartsWithValueSql, isFirstSource } from './attribution.sql.ts';
import { type AttributionSettings, type StretchSql, valueSql } from './dimensions.ts';
import type { Sources } from './sources.ts';

const ofStatement: StretchSql = {
  start: "fromUnixTimestamp64Milli({start:Int64}, 'UTC')",
  end: "fromUnixTimestamp64Milli({end:Int64}, 'UTC')",
};

/** The values of a dimension with the most users who acted in the period, most first, equals in the order of their text. */
export function topValuesSql(dimension: Dimension, reading: AttributionSettings) {
  const read = valueSql(dimension, reading, ofStatement, 'by');
  const values = (from: Sources): string => {
    if (read.of === 'action') {
      return `
SELECT ${read.value} AS value, uniqExact(user_id) AS users
FROM ${read.isOne === undefined ? from.actions : from.actionsWith(read.isOne)} AND user_id != 0
GROUP BY value`;
    }
    const users = read.of === 'launches' ? `(${from.attributedUsers(read.attribution)})\nWHERE true` : from.users;
    return `
SELECT ${read.of === 'launches' ? 'value' : `${read.value} AS value`}, count() AS users
FROM ${users} AND user_id IN (
  SELECT user_id FROM ${from.activity})
GROUP BY value`;
  };
  return { params: read.params, sql: firstValuesSql(values) };
}

/**
 * Top values of all users who acted in the period, without a filter. For nearly all of them `users` shows that they
 * acted, so their actions are not read. Users whose actions were deleted since (data retention) count by their first
 * and last one.
 */
export function topValuesOfUsersSql(dimension: Dimension, reading: AttributionSettings) {
  const read = valueSql(dimension, reading, ofStatement, 'by');
  const { params } = read;
  const { rollup } = reading;
  const ofRow =
    (value: string) =>
    (from: Sources): string =>
      `
SELECT ${value} AS value, count() AS users
FROM ${actingUsersSql(from, rollup)}
GROUP BY value`;
  if (read.of === 'user') return { params, sql: firstValuesSql(ofRow(read.value)) };
  if (read.of !== 'launches') return topValuesSql(dimension, reading);
  const { attribution } = read;
  if (isFirstSource(attribution)) return { params, sql: firstValuesSql(ofRow(firstSourceSql(ofStatement.end))) };
  const isFirst = attribution.model === 'first';
  const values = (from: Sources): string => `
SELECT ${isFirst ? "if(acting.first_action < sourced.since, '', sourced.value)" : 'sourced.value'} AS value, count() AS users
FROM (SELECT user_id, first_action FROM ${actingUsersSql(from, rollup)}) AS acting
LEFT ANY JOIN (${isFirst ? firstStartsWithValueSql(attribution) : from.sourcedUsers(attribution)}) AS sourced
  ON sourced.user_id = acting.user_id
GROUP BY value`;
  // A parallel hash table takes a third longer than a plain one for a few hundred thousand rows.
  return { params, sql: firstValuesSql(values, "\nSETTINGS join_algorithm = 'hash'") };
}

/**
 * Users who acted in the period, as the text after FROM: their first or last action lies in it. The actions are read
 * only of users who acted both before and after it (nobody, where it ends today). Users who acted later are found
 * without FINAL: of rows that are not merged yet one has the last action.
 */
const actingUsersSql = (from: Sources, rollup: Rollup | undefined): string => {
  const { start, end } = ofStatement;
  const users = rollup?.usersToRebuild.length ? from.allUsers : 'users WHERE bot = {bot:String}';
  return `${from.allUsers} AND last_action >= ${start} AND first_action < ${end}
  AND (last_action < ${end} OR first_action >= ${start} OR user_id IN (
    SELECT user_id FROM ${from.activity}
    WHERE user_id IN (SELECT user_id FROM ${users} AND last_action >= ${end})))`;
};

/** With the parameters `top` and, to find values that contain a text, `search`. */
const firstValuesSql =
  (values: (from: Sources) => string, settings = '') =>
  (isSearched: boolean) =>
  (from: Sources): string =>
    `${values(from)}
${isSearched ? 'HAVING positionCaseInsensitiveUTF8(toString(value), {search:String}) > 0\n' : ''}ORDER BY users DESC, value
LIMIT {top:UInt16}${settings}`;
