import { othersName, type ReportTable } from '@botscope/contract';
import type { Attribution } from '../../query/attribution.sql.ts';
import type { Sources } from '../../query/scope.ts';
import { type ConversionsSql, conversionsSql } from '../conversions/conversions.sql.ts';
import { rankCurrencies } from '../conversions/currencies.ts';
import { type LaunchValues, launchValues } from '../launch-values/launch-values.ts';
import { usersOfValue } from '../launch-values/users-of-value.ts';
import { percentage } from '../lines.ts';
import { inOrder, isRemainder, type Ranked, rankSql } from '../ranked.ts';
import type { ReportContext, ReportDefinition } from '../report.ts';

/**
 * One row per value: those with the most conversions and visitors, direct ones, and the rest together; last, everything.
 * Users are kept as sets until the end, for one may have converted by several values. Those `reached` acted, and have the
 * value at the period's end, or converted under it.
 */
const conversionSourcesSql =
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

/** More rows than anyone reads; the rest share one. Direct comes on top of it. */
const top = 100;

interface Row extends Ranked {
  is_total: 0 | 1;
  /** Number of values that the row stands for. */
  merged: number;
  conversions: number;
  users: number;
  visitors: number;
  /** Users who acted or converted. */
  reached: number;
  /** By currency: sums in the smallest unit, and how many conversions had one. */
  money: Record<string, number>;
  paid: Record<string, number>;
}

/** Results by source: a conversion has the source that the model gives it at its moment, a visitor their own. */
export const conversionSources: ReportDefinition = {
  table: readTable,
  async users(context, { line, column = 'users' }) {
    if (line !== othersName) return usersOfValue(context, column, line);
    const { rows } = await readTable(context);
    const shownNames = rows.map(({ name }) => name);
    return usersOfValue(context, column, line, shownNames);
  },
};

async function readTable(context: ReportContext): Promise<ReportTable> {
  const { scope, targets, ask } = context;
  const values = launchValues(context);
  const conversions = conversionsSql(targets, context);
  const rows = await ask<Row>(
    scope.statement(conversionSourcesSql(values, conversions), { ...values.params, ...conversions.params, top }),
  );
  const totalRow = rows.find((row) => row.is_total) ?? nothing;
  const currencies = rankCurrencies(
    Object.entries(totalRow.paid).map(([currency, count]) => ({ currency, conversions: count })),
  );
  const cells = ({ conversions: count, users, visitors, reached, money }: Row): (number | null)[] => [
    count,
    users,
    visitors,
    percentage(users, reached),
    ...currencies.map((currency) => money[currency] ?? 0),
  ];
  return {
    columns: [
      { name: 'conversions', unit: 'conversions' },
      { name: 'users', unit: 'users' },
      { name: 'visitors', unit: 'users' },
      { name: 'rate', unit: 'percent' },
      ...currencies.map((currency) => ({ name: currency, unit: 'money', currency })),
    ],
    rows: inOrder(
      rows.filter((row) => !row.is_total),
      top,
    ).map((row) => ({
      ...(isRemainder(row, top) ? { name: othersName, others: row.merged } : { name: row.name }),
      values: cells(row),
    })),
    totals: cells(totalRow),
  };
}

const nothing: Row = {
  is_total: 1,
  rank: 0,
  name: '',
  merged: 0,
  conversions: 0,
  users: 0,
  visitors: 0,
  reached: 0,
  money: {},
  paid: {},
};
