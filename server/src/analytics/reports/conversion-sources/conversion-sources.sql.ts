import type { Attribution } from '../../query/attribution.sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';
import type { LaunchValues } from '../launch-values/launch-values.ts';
import { rankSql } from '../ranked.ts';

/**
 * One row per value: those with the most conversions and visitors, direct ones, and the rest together; last, everything.
 * People are kept as sets until the end, for one may have converted by several values. Those `reached` acted, and have the
 * value at the period's end, or converted under it.
 */
export const conversionSourcesSql =
  ({ attribution }: LaunchValues, conversions: ConversionsSql) =>
  (from: Sources) =>
    `
SELECT
  grouping(rank) AS is_total,
  rank,
  any(value) AS name,
  count() AS merged,
  sum(conversions) AS conversions, uniqExactMerge(users) AS users, sum(visitors) AS visitors, uniqExactMerge(reached) AS reached,
  sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    *,
    ${rankSql} AS rank
  FROM (
    SELECT *, row_number() OVER (ORDER BY value = '', conversions DESC, visitors DESC, value) AS place
    FROM (
      SELECT
        value,
        countIf(is_conversion AND NOT is_refund) AS conversions,
        uniqExactStateIf(user_id, is_conversion AND NOT is_refund) AS users,
        countIf(NOT is_conversion) AS visitors,
        uniqExactStateIf(user_id, NOT is_refund) AS reached,
        sumMapIf(map(currency, assumeNotNull(amount)), currency != '') AS money,
        sumMapIf(map(currency, toInt64(1)), currency != '') AS paid
      FROM (${from.attributedRows(attribution, rowsSql(from, attribution, conversions))})
      GROUP BY value
    )
  )
)
GROUP BY GROUPING SETS ((rank), ())`;

/** Conversions as of their moments, and visitors as of the end: both are attributed at once, see utm-summary. */
const rowsSql = (from: Sources, { until }: Attribution, conversions: ConversionsSql): string => `(
        SELECT user_id, time, true AS is_conversion, is_refund, amount, currency FROM ${conversions.sql(from)}
        UNION ALL
        SELECT DISTINCT user_id, ${until}, false, false, NULL, '' FROM ${from.activity}
      )`;
