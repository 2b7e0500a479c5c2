import type { Attribution } from '../../query/attribution.sql.ts';
import type { Sources } from '../../query/scope.ts';
import type { ConversionsSql } from '../conversions/conversions.sql.ts';
import type { LaunchValues } from '../launch-values/launch-values.ts';
import { rankSql } from '../ranked.ts';

/** Numbers counted for a value, in the order of the array `counts`; SQL counts from 1. */
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
  count() AS merged,
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
        [0, ${countsWithoutLaunches.map((_, bit) => `countIf(bitTest(counts_in, ${bit}))`).join(', ')}] AS counts,
        sumMapIf(map(currency, assumeNotNull(amount)), currency != ''), sumMapIf(map(currency, toInt64(1)), currency != '')
      FROM (${from.attributedRows(attribution, rowsSql(from, attribution, conversions))})
      GROUP BY value
    )
    GROUP BY value
    HAVING arraySum(counts) > 0 OR notEmpty(paid)
  )
)
GROUP BY rank`;

/** All but the launches, which have values of their own. */
const countsWithoutLaunches = countedOfValue.slice(1);

/**
 * People as of the end, and conversions as of their moments, so that both are attributed at once: launches are most of the
 * statement, and half of the time of seven days went into planning them twice. `counts_in`: a bit per count.
 */
const rowsSql = (from: Sources, { until }: Attribution, conversions: ConversionsSql): string => `(
        SELECT
          user_id, ${until} AS time,
          toUInt8(is_new + 2 * (user_id IN (SELECT user_id FROM ${from.activity})) + 4 * has_left + 8 * NOT is_away) AS counts_in,
          NULL AS amount, '' AS currency
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
        ) AS changes USING user_id
        UNION ALL
        SELECT user_id, time, toUInt8(16 * NOT is_refund), amount, currency FROM ${conversions.sql(from)}
      )`;

const noMoney = "CAST(map(), 'Map(String, Int64)')";
