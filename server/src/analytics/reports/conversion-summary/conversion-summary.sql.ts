import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';

/**
 * Per target and currency, per target, and over all, in one pass: of the sums the currency is '' (a conversion without
 * money has '-'), and of that over all the target is 0 (targets have ids from 1).
 */
export const conversionSummarySql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT
  target_id,
  if(currency = '', '-', currency) AS money,
  countIf(NOT is_refund) AS conversions,
  uniqExactIf(user_id, NOT is_refund) AS users,
  countIf(is_refund) AS refunds,
  sum(amount) AS amount
FROM ${conversions.sql(from)}
GROUP BY target_id, money WITH ROLLUP`;

/** Counts the users who acted or converted. */
export const reachedPeopleSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT uniqExact(user_id) AS users
FROM (
  SELECT user_id FROM ${from.activity}
  UNION ALL
  SELECT user_id FROM ${conversions.sql(from)}
  WHERE NOT is_refund
)`;
