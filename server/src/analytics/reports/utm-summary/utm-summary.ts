import { othersName, type ReportTable } from '@botscope/contract';
import { conversionsSql } from '../conversions/conversions.sql.ts';
import { rankCurrencies } from '../conversions/currencies.ts';
import { launchValues } from '../launch-values/launch-values.ts';
import { peopleOfValue } from '../launch-values/people-of-value.ts';
import { inOrder, isRemainder, type Ranked } from '../ranked.ts';
import type { ReportContext, ReportDefinition } from '../report.ts';
import { countedOfValue, utmSummarySql } from './utm-summary.sql.ts';

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
  /** In the order of `countedOfValue`. */
  counts: number[];
  /** By currency: sums in the smallest unit, and how many conversions had one. */
  money: Record<string, number>;
  paid: Record<string, number>;
}

/** One row per value of a launch parameter; who is counted where is decided by the attribution model. */
export const utmSummary: ReportDefinition = {
  table: readTable,
  async people(context, { line, column = 'visitors' }) {
    if (line !== othersName) return peopleOfValue(context, column, line);
    const { rows } = await readTable(context);
    return peopleOfValue(
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
  const unorderedRows = await ask<Row>(
    scope.statement(utmSummarySql(values, conversions), { ...values.params, ...conversions.params, top }),
  );
  const rows = inOrder(unorderedRows, top);
  const currencies = rankCurrencies(
    rows.flatMap(({ paid }) => Object.entries(paid).map(([currency, conversions]) => ({ currency, conversions }))),
  );
  const cells = (row: Row): number[] => [...row.counts, ...currencies.map((currency) => row.money[currency] ?? 0)];
  const cellRows = rows.map(cells);
  const width = columns.length + currencies.length;
  return {
    columns: [...columns, ...currencies.map((currency) => ({ name: currency, unit: 'money', currency }))],
    rows: rows.map((row, index) => ({
      ...(isRemainder(row, top) ? { name: othersName, others: row.merged } : { name: row.name }),
      values: cellRows[index] ?? [],
    })),
    // Every person and every action is in exactly one row, so here sums of different people are counts of different people.
    totals: Array.from({ length: width }, (_, place) =>
      cellRows.reduce((sum, rowCells) => sum + (rowCells[place] ?? 0), 0),
    ),
  };
}
