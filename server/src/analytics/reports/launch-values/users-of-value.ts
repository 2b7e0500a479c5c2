import { othersName } from '@botscope/contract';
import type { Parameter } from '../../../events/store/event-store.ts';
import type { Sources } from '../../query/scope.ts';
import { conversionsSql } from '../conversions/conversions.sql.ts';
import { payingUsersSql } from '../conversions/paying-users.sql.ts';
import type { ReportContext, UsersSql } from '../report.ts';
import { leftUsersSql, newUserIdsSql, visitingUsersSql } from '../user-counts/user-counts.sql.ts';
import { liveUsersSql } from '../users-graph/users-graph.sql.ts';
import { launchValues } from './launch-values.ts';

/** Users who are in the column and have the value themselves, as of the page's end. */
const usersSqlByColumn: Partial<Record<string, (from: Sources) => string>> = {
  new: newUserIdsSql,
  visitors: visitingUsersSql,
  left: leftUsersSql,
  live: liveUsersSql,
};

/** Column of money that users paid or got back; every other one is about conversions. */
const isCurrency = (column: string): boolean => /^[A-Z]{3}$/.test(column);

/**
 * Users behind a column of the values' reports, for one value (all values, without one; `othersName` is everything but
 * `shownNames`). Launches and conversions lead to the users who made them, by the value of the launch or the conversion.
 * Null for a column that does not exist.
 */
export function usersOfValue(
  context: ReportContext,
  column: string,
  value: string | undefined,
  shownNames: readonly string[] = [],
): UsersSql | null {
  const values = launchValues(context);
  const condition = compileCondition(value, shownNames);
  const params = { ...values.params, ...condition.params };

  const conversions = conversionsSql(context.targets, context);
  const isPayers = column === 'payers';
  const users = isPayers ? (from: Sources) => payingUsersSql(from, conversions) : usersSqlByColumn[column];
  if (users) {
    const having = (from: Sources) =>
      `SELECT user_id FROM (${from.attributedUsers(values.attribution)}) WHERE ${condition.sql}`;
    return {
      sql: (from) => `SELECT user_id FROM (${users(from)}) WHERE user_id IN (${having(from)})`,
      params: isPayers ? { ...params, ...conversions.params } : params,
    };
  }
  if (column === 'launches') {
    return {
      sql: (from) => `SELECT user_id FROM (${from.launchesWithValue(values.attribution.value)}) WHERE ${condition.sql}`,
      params,
    };
  }
  if (!['conversions', 'users', 'rate'].includes(column) && !isCurrency(column)) return null;
  const countedCondition = isCurrency(column) ? 'currency = {currency:String}' : 'NOT is_refund';
  return {
    sql: (from) =>
      `SELECT user_id FROM (${from.attributedConversions(values.attribution, conversions.sql(from))}) WHERE ${countedCondition} AND ${condition.sql}`,
    params: { ...params, ...conversions.params, ...(isCurrency(column) ? { currency: column } : {}) },
  };
}

function compileCondition(
  value: string | undefined,
  shownNames: readonly string[],
): { sql: string; params: Record<string, Parameter> } {
  if (value === undefined) return { sql: 'true', params: {} };
  if (value === othersName) return { sql: 'value NOT IN {shown:Array(String)}', params: { shown: shownNames } };
  return { sql: 'value = {value:String}', params: { value } };
}
