import type { FilterSql } from '../../analytics/query/filter-sql.ts';
import type { Sources } from '../../analytics/query/scope.ts';
import type { ConversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import { reachedTargetsSql } from './outcome-windows.sql.ts';

/** Everyone whose turn has come, whether it arrived or not, and everyone in the control group: neither group chose to be in it. */
const groupsSql = `
  SELECT user_id, status = 'Control' AS is_control
  FROM campaign_outcomes FINAL
  WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32} AND status IN ('Done', 'Error', 'Control')`;

/** As the filter of a scope it keeps everyone else out of whatever is read of events. */
export function comparedBy(campaign: number): FilterSql {
  const ofUser = `user_id IN (SELECT user_id FROM (${groupsSql}
  ))`;
  return { ofUsersRow: ofUser, ofUser, ofAction: ofUser, params: { campaign } };
}

export const groupSizesSql = (): string => `
SELECT countIf(status IN ('Done', 'Error')) AS sent, countIf(status = 'Control') AS control,
  countIf(status = 'Done') AS delivered, minIf(toUnixTimestamp64Milli(time), status = 'Done') AS first
FROM campaign_outcomes FINAL
WHERE bot = {bot:String} AND campaign_id = {campaign:UInt32}`;

/** Compares both groups in the same stretch of time: by target, by currency, and over all. */
export const comparedSql =
  (conversions: ConversionsSql) =>
  (from: Sources): string =>
    `
SELECT
  multiIf(grouping(target_id) = 0, 'target', grouping(currency) = 0, 'currency', 'all') AS of,
  is_control, target_id, currency,
  uniqExactIf(user_id, NOT is_refund) AS users,
  uniqExactIf(user_id, amount > 0) AS payers,
  sum(amount) AS income
FROM (
  SELECT happened.user_id AS user_id, is_control, target_id, amount, currency, is_refund
  FROM (${reachedTargetsSql(conversions)(from)}
  ) AS happened
  INNER JOIN (${groupsSql}
  ) AS compared ON compared.user_id = happened.user_id
  WHERE toUnixTimestamp64Milli(happened.time) >= {compared_from:Int64}
    AND toUnixTimestamp64Milli(happened.time) < {compared_from:Int64} + {window:Int64}
)
GROUP BY GROUPING SETS ((is_control, target_id), (is_control, currency), (is_control))`;
