import { othersName, type ReportTable } from '@botscope/contract';
import type { ReportContext, SourceSpend } from '../report.ts';

type Row = ReportTable['rows'][number];

/** Columns of `table` that costs are divided by. */
const newUsers = 'new';

/**
 * Costs of the period; null where there are none to show: no entries, values that are not sources, or a part of the users,
 * for whom alone nobody paid.
 */
export async function loadCosts({
  spends,
  period,
  parameter,
  sourceParameter,
  isFiltered,
}: ReportContext): Promise<readonly SourceSpend[] | null> {
  if (spends === undefined || isFiltered || parameter !== sourceParameter) return null;
  const costs = await spends(period.from, period.to);
  return costs.length === 0 ? null : costs;
}

/** Adds columns about costs to a table of sources: `payers`, and four for each currency in which something was spent. */
export function withCosts(table: ReportTable, payers: readonly number[], costs: readonly SourceSpend[]): ReportTable {
  const currencies = rankSpends(costs);
  const known = new Set(table.rows.map(({ name }) => name));
  const others = table.rows.find(({ name }) => name === othersName);
  const missing = [...new Set(costs.map(({ source }) => source))].filter((source) => !known.has(source)).sort();
  const emptyRow = (name: string): Row => ({ name, values: table.columns.map(() => 0) });
  const counted = table.rows.map((row, index) => ({ row, payers: payers[index] ?? 0 }));
  // Sources that brought nobody have rows of their own, in front of those that always come last.
  const tail = counted.findIndex(({ row }) => row.name === '' || row === others);
  const place = tail < 0 ? counted.length : tail;
  const added = others ? [] : missing.map((name) => ({ row: emptyRow(name), payers: 0 }));
  const all = [...counted.slice(0, place), ...added, ...counted.slice(place)];
  const spendOf = (name: string, currency: string): number =>
    sum(
      costs
        .filter((cost) => cost.currency === currency)
        .filter(({ source }) => (name === othersName ? missing.includes(source) : source === name))
        .map(({ amount }) => amount),
    );
  const newPlace = table.columns.findIndex(({ name }) => name === newUsers);
  const costCells = (values: readonly (number | null)[], payerCount: number, spend: (currency: string) => number) => [
    payerCount,
    ...currencies.flatMap((currency) => {
      const incomePlace = table.columns.findIndex(({ name }) => name === currency);
      const income = incomePlace < 0 ? null : (values[incomePlace] ?? null);
      return compareSpend(spend(currency), { newUsers: values[newPlace] ?? 0, payers: payerCount, income });
    }),
  ];
  return {
    columns: [
      ...table.columns,
      { name: 'payers', unit: 'users' },
      ...currencies.flatMap((currency) => [
        ...['spend', 'cost_per_new', 'cost_per_payer'].map((name) => ({ name, unit: 'money', currency })),
        { name: 'return_on_spend', unit: 'percent', currency },
      ]),
    ],
    rows: all.map(({ row, payers: payerCount }) => ({
      ...row,
      values: [...row.values, ...costCells(row.values, payerCount, (currency) => spendOf(row.name, currency))],
    })),
    totals: [
      ...table.totals,
      ...costCells(table.totals, sum(payers), (currency) =>
        sum(costs.filter((cost) => cost.currency === currency).map(({ amount }) => amount)),
      ),
    ],
  };
}

/** Spend, cost per new user, cost per payer, and income in per cent of it; null where there is nothing to divide. */
function compareSpend(
  spend: number,
  brought: { newUsers: number; payers: number; income: number | null },
): (number | null)[] {
  const per = (count: number): number | null => (spend === 0 || count === 0 ? null : Math.round(spend / count));
  const { income } = brought;
  const isComparable = spend !== 0 && income !== null;
  return [
    spend,
    per(brought.newUsers),
    per(brought.payers),
    isComparable ? Math.round((income * 100_000) / spend) / 1_000 : null,
  ];
}

/** The currency with the most entries of sources first. */
function rankSpends(costs: readonly SourceSpend[]): string[] {
  const counts = new Map<string, number>();
  for (const { currency } of costs) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).map(([currency]) => currency);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
