import type { FilterSql } from '../../analytics/query/filter-sql.ts';
import type { Sources } from '../../analytics/query/scope.ts';
import type { ConversionsSql } from '../../analytics/reports/conversions/conversions.sql.ts';
import { deliveredSql } from './results.sql.ts';

/** Selects users that a campaign reached. As the filter of a scope it keeps all others out of the events read. */
export function reachedBy(campaign: number): FilterSql {
  const ofUser = `user_id IN (SELECT user_id FROM (${deliveredSql}
  ))`;
  return { ofUsersRow: ofUser, ofUser, ofAction: ofUser, params: { campaign } };
}

/** When the first and the last message arrived (Unix ms), at how many users, and at how many after a moment. */
export const deliveriesSql = (): string => `
SELECT min(delivered) AS first, max(delivered) AS last, count() AS users, countIf(delivered > {running_since:Int64}) AS running
FROM (${deliveredSql}
)`;

/** Replies are no target: targets have ids from 1. */
export const replies = 0;

/** Messages that users wrote to the bot: not payments, chat events or data of a Mini App, which Telegram sends as messages too. */
export const repliesSql = (from: Sources): string => `
  SELECT user_id, time, toUInt64(${replies}) AS target_id, CAST(NULL AS Nullable(Int64)) AS amount, '' AS currency, false AS is_refund
  FROM ${from.actionsWith("kind = 'message' AND type NOT IN ('payment', 'service', 'webapp') AND chat_type = 'private'")}`;

export const reachedTargetsSql =
  (conversions: ConversionsSql) =>
  (from: Sources): string =>
    `
  SELECT user_id, time, target_id, amount, currency, is_refund
  FROM ${conversions.sql(from)}`;

/** Limits actions to those from the user's own delivery until the end of the window (ms), exclusive. */
const withinWindow = (rows: string): string => `(
  SELECT happened.user_id AS user_id, target_id, amount, currency, is_refund
  FROM (${rows}
  ) AS happened
  INNER JOIN (${deliveredSql}
  ) AS reached ON reached.user_id = happened.user_id
  WHERE toUnixTimestamp64Milli(happened.time) >= delivered
    AND toUnixTimestamp64Milli(happened.time) < delivered + {window:Int64}
)`;

/**
 * Counts by target (replies among them), by currency, and over all, in one pass. `of` says which a row is: of a row by
 * currency the target is 0, and of a row by target the currency is ''.
 */
export const outcomesSql =
  (conversions: ConversionsSql) =>
  (from: Sources): string =>
    `
SELECT
  multiIf(grouping(target_id) = 0, 'target', grouping(currency) = 0, 'currency', 'all') AS of,
  target_id,
  currency,
  uniqExactIf(user_id, NOT is_refund) AS users,
  countIf(NOT is_refund) AS times,
  uniqExactIf(user_id, amount > 0) AS payers,
  countIf(amount > 0) AS payments,
  sum(amount) AS income
FROM ${withinWindow(`${repliesSql(from)}\n  UNION ALL${reachedTargetsSql(conversions)(from)}`)}
GROUP BY GROUPING SETS ((target_id), (currency), ())`;

/** The users behind one of those numbers, after an id, in the order of ids. */
export const outcomeUsersSql =
  (rows: (from: Sources) => string, condition: string) =>
  (from: Sources): string =>
    `
SELECT DISTINCT user_id
FROM ${withinWindow(rows(from))}
WHERE ${condition} AND user_id > {after:Int64}
ORDER BY user_id
LIMIT {limit:UInt32}`;
