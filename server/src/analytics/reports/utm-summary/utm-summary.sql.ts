import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';
import type { LaunchValues } from '../launch-values/launch-values.ts';
import { rankSql } from '../ranked.ts';

/** What is counted of a value, in the order of the array `counts`; SQL counts from 1. */
export const countedOfValue = ['launches', 'new', 'visitors', 'left', 'live', 'conversions'] as const;

/**
 * One row per value: those with the most new people and visitors, direct ones, and the rest together. The counts travel as
 * one array: every column that a level of the statement adds costs the engine a walk through all that is below it.
 */
export const utmSummarySql =
  ({ attribution }: LaunchValues, conversions: ConversionsSql) =>
  (from: Sources) =>
    `
SELECT
  ${rankSql} AS rank,
  any(value) AS name,
  count() AS held,
  sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
FROM (
  SELECT
    value, counts, money, paid,
    row_number() OVER (ORDER BY value = '', counts[2] + counts[3] DESC, counts[1] DESC, value) AS place
  FROM (
    SELECT value, sumForEach(counts) AS counts, sumMap(money) AS money, sumMap(paid) AS paid
    FROM (
      SELECT value, [count(), 0, 0, 0, 0, 0] AS counts, ${noMoney} AS money, ${noMoney} AS paid
      FROM (${from.launchesWithValue(attribution.value)}
      )
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, countIf(is_new), countIf(user_id IN (SELECT user_id FROM ${from.activity})), countIf(has_left), countIf(NOT is_away), 0],
        ${noMoney}, ${noMoney}
      FROM (
        SELECT user_id, first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AS is_new
        FROM ${from.people} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
      ) AS person
      LEFT JOIN (
        SELECT
          user_id,
          notEmpty(leaving) AS has_left,
          gone_before + length(leaving) > length(returning) AS is_away
        FROM ${from.membershipChanges}
      ) AS steps USING user_id
      LEFT JOIN (${from.sourcedPeople(attribution)}
      ) AS credit USING user_id
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, 0, 0, 0, 0, countIf(NOT is_refund)],
        sumMapIf(map(currency, assumeNotNull(amount)), currency != ''), sumMapIf(map(currency, toInt64(1)), currency != '')
      FROM (${from.attributedConversions(attribution, conversions.sql(from))})
      GROUP BY value
    )
    GROUP BY value
    HAVING arraySum(counts) > 0 OR notEmpty(paid)
  )
)
GROUP BY rank`;

const noMoney = "CAST(map(), 'Map(String, Int64)')";
