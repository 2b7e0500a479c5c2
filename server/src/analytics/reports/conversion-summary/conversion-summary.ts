import type { ReportTable } from '@botscope/contract';
import type { Sources } from '../../query/scope.ts';
import { type ConversionsSql, conversionsSql } from '../conversions/conversions.sql.ts';
import { convertingUsers, payingUsers } from '../conversions/converting-users.ts';
import { rankCurrencies } from '../conversions/currencies.ts';
import { targetNames } from '../conversions/target-names.ts';
import { percentage } from '../lines.ts';
import type { ReportDefinition } from '../report.ts';

/**
 * Per target and currency, per target, and over all, in one pass: of the sums the currency is '' (a conversion without
 * money has '-'), and of that over all the target is 0 (targets have ids from 1).
 */
const conversionSummarySql = (conversions: ConversionsSql) => (from: Sources) =>
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
const reachedUsersSql = (conversions: ConversionsSql) => (from: Sources) =>
  `
SELECT uniqExact(user_id) AS users
FROM (
  SELECT user_id FROM ${from.activity}
  UNION ALL
  SELECT user_id FROM ${conversions.sql(from)}
  WHERE NOT is_refund
)`;

interface Row {
  target_id: number;
  /** A currency; '-' = no money; '' = all together. */
  money: string;
  conversions: number;
  users: number;
  refunds: number;
  amount: number | null;
}

const emptyCount = { conversions: 0, users: 0, refunds: 0 };

/** One row per target, those without conversions too; money in a column per currency, never added up. */
export const conversionSummary: ReportDefinition = {
  async table(context) {
    const { scope, targets, ask } = context;
    const conversions = conversionsSql(targets, context);
    const [rows, reachedRows] = await Promise.all([
      ask<Row>(scope.statement(conversionSummarySql(conversions), conversions.params)),
      ask<{ users: number }>(scope.statement(reachedUsersSql(conversions), conversions.params)),
    ]);
    const reached = reachedRows[0]?.users ?? 0;
    const counts = rows.filter(({ money }) => money === '');
    const paid = rows.filter(({ money }) => money !== '' && money !== '-');
    const countsByTarget = new Map(counts.map((row) => [row.target_id, row]));
    const currencies = rankCurrencies(
      paid.map(({ money, ...row }) => ({ currency: money, conversions: row.conversions + row.refunds })),
    );
    const hasRefunds = counts.some(({ refunds }) => refunds > 0);

    const cells = (id: number): (number | null)[] => {
      const { conversions: count, users, refunds } = countsByTarget.get(id) ?? emptyCount;
      const paidRows = id === 0 ? paid : paid.filter((row) => row.target_id === id);
      const sums = currencies.map((currency) => sumAmounts(paidRows.filter(({ money }) => money === currency)));
      return [count, users, percentage(users, reached), ...(hasRefunds ? [refunds] : []), ...sums];
    };
    const countConversions = (id: number): number => countsByTarget.get(id)?.conversions ?? 0;
    return {
      columns: buildColumns(currencies, hasRefunds),
      // Targets of equal counts stay in their own order: sorting is stable.
      rows: [...targets]
        .sort((a, b) => countConversions(b.id) - countConversions(a.id))
        .map(({ id }) => ({ name: String(id), values: cells(id) })),
      totals: cells(0),
    };
  },
  users(context, { line, column = 'conversions' }) {
    const targets = line === undefined ? context.targets : context.targets.filter(({ id }) => String(id) === line);
    if (targets.length === 0) return null;
    if (['conversions', 'users', 'rate'].includes(column)) return convertingUsers(context, targets);
    if (column === 'refunds') return convertingUsers(context, targets, 'is_refund');
    return payingUsers(context, targets, column);
  },
  labels: targetNames,
};

const sumAmounts = (rows: readonly Row[]): number => rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

const buildColumns = (currencies: readonly string[], hasRefunds: boolean): ReportTable['columns'] => [
  { name: 'conversions', unit: 'conversions' },
  { name: 'users', unit: 'users' },
  { name: 'rate', unit: 'percent' },
  ...(hasRefunds ? [{ name: 'refunds', unit: 'conversions' }] : []),
  ...currencies.map((currency) => ({ name: currency, unit: 'money', currency })),
];
