import { othersName, type ReportTable } from '@botscope/contract';
import type { Attribution } from '../../query/attribution.sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type ConversionsSql, conversionsSql } from '../conversions/conversions.sql.ts';
import { rankCurrencies } from '../conversions/currencies.ts';
import { payingUsersSql } from '../conversions/paying-users.sql.ts';
import { type LaunchValues, launchValues } from '../launch-values/launch-values.ts';
import { usersOfValue } from '../launch-values/users-of-value.ts';
import { inOrder, isRemainder, type Ranked, rankSql } from '../ranked.ts';
import type { ReportContext, ReportDefinition } from '../report.ts';
import { loadCosts, withCosts } from './costs.ts';

/** Numbers counted for a value, in the order of the array `counts`; SQL counts from 1. */
const countedOfValue = ['launches', 'new', 'visitors', 'left', 'live', 'conversions'] as const;

/**
 * One row per value: those with the most new users and visitors, direct ones, and the rest together. The counts travel as
 * one array: every column that a level of the statement adds costs the engine a walk through all that is below it.
 */
const utmSummarySql =
  ({ attribution }: LaunchValues, conversions: ConversionsSql, hasPayers: boolean) =>
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
      SELECT value, [count(), 0, 0, 0, 0, 0${hasPayers ? ', 0' : ''}] AS counts, ${noMoney} AS money, ${noMoney} AS paid
      FROM (${from.launchesWithValue(attribution.value)}
      )
      GROUP BY value
      UNION ALL
      SELECT
        value,
        [0, ${[...countsWithoutLaunches, ...(hasPayers ? ['payers'] : [])].map((_, bit) => `countIf(bitTest(counts_in, ${bit}))`).join(', ')}] AS counts,
        sumMapIf(map(currency, assumeNotNull(amount)), currency != ''), sumMapIf(map(currency, toInt64(1)), currency != '')
      FROM (${from.attributedRows(attribution, rowsSql(from, attribution, conversions, hasPayers))})
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
 * Users as of the end, and conversions as of their moments, so that both are attributed at once: launches are most of the
 * statement, and half of the time of seven days went into planning them twice. `counts_in`: a bit per count.
 */
const rowsSql = (from: Sources, { until }: Attribution, conversions: ConversionsSql, hasPayers: boolean): string => `(
        SELECT
          user_id, ${until} AS time,
          toUInt8(is_new + 2 * (user_id IN (SELECT user_id FROM ${from.activity})) + 4 * has_left${hasPayers ? ` + 32 * (user_id IN (${payingUsersSql(from, conversions)}))` : ''} + 8 * NOT is_away) AS counts_in,
          NULL AS amount, '' AS currency
        FROM (
          SELECT user_id, first_time >= fromUnixTimestamp64Milli({start:Int64}, 'UTC') AS is_new
          FROM ${from.users} AND first_time < fromUnixTimestamp64Milli({end:Int64}, 'UTC')
        ) AS user
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

/** More rows than anyone reads; the rest share one. Direct comes on top of it. */
const top = 100;

const units = {
  launches: 'launches',
  new: 'users',
  visitors: 'users',
  left: 'users',
  live: 'users',
  conversions: 'conversions',
} as const;
const columns = countedOfValue.map((name) => ({ name, unit: units[name] }));

interface Row extends Ranked {
  /** Number of values that the row stands for. */
  merged: number;
  /** In the order of `countedOfValue`; `payers` after it, where costs are shown. */
  counts: number[];
  /** By currency: sums in the smallest unit, and how many conversions had one. */
  money: Record<string, number>;
  paid: Record<string, number>;
}

/** One row per value of a launch parameter; who is counted where is decided by the attribution model. */
export const utmSummary: ReportDefinition = {
  table: readTable,
  async users(context, { line, column = 'visitors' }) {
    if (line !== othersName) return usersOfValue(context, column, line);
    const { rows } = await readTable(context);
    return usersOfValue(
      context,
      column,
      line,
      rows.map(({ name }) => name),
    );
  },
};

async function readTable(context: ReportContext): Promise<ReportTable> {
  const { scope, targets, ask } = context;
  const values = launchValues(context);
  const conversions = conversionsSql(targets, context);
  const costs = await loadCosts(context);
  const statement = utmSummarySql(values, conversions, costs !== null);
  const unorderedRows = await ask<Row>(scope.statement(statement, { ...values.params, ...conversions.params, top }));
  const rows = inOrder(unorderedRows, top);
  const currencies = rankCurrencies(
    rows.flatMap(({ paid }) => Object.entries(paid).map(([currency, conversions]) => ({ currency, conversions }))),
  );
  const cells = (row: Row): number[] => [
    ...row.counts.slice(0, columns.length),
    ...currencies.map((currency) => row.money[currency] ?? 0),
  ];
  const cellRows = rows.map(cells);
  const width = columns.length + currencies.length;
  const table: ReportTable = {
    columns: [...columns, ...currencies.map((currency) => ({ name: currency, unit: 'money', currency }))],
    rows: rows.map((row, index) => ({
      ...(isRemainder(row, top) ? { name: othersName, others: row.merged } : { name: row.name }),
      values: cellRows[index] ?? [],
    })),
    // Every user and every action is in exactly one row, so here sums of different users are counts of different users.
    totals: Array.from({ length: width }, (_, place) =>
      cellRows.reduce((sum, rowCells) => sum + (rowCells[place] ?? 0), 0),
    ),
  };
  return costs === null
    ? table
    : withCosts(
        table,
        rows.map(({ counts }) => counts[columns.length] ?? 0),
        costs,
      );
}
