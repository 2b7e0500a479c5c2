import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { moneyPeriod, moneyScenario, moneyTargets, namesOf } from '../conversions/money-scenario.ts';
import type { TestBot } from '../test-bot.ts';

let store: ThrowawayStore;
let bot: TestBot;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = await moneyScenario(store);
});
afterAll(() => store.close());

const question = { ...moneyPeriod, type: 'conversion_summary', targets: moneyTargets };

test('a row per target; refunds subtract money and are no conversions', async () => {
  const { table, lines, labels } = await bot.report(question);
  expect(lines).toEqual([]);
  expect(labels).toEqual({ 1: 'Sale', 2: 'Telegram purchases', 10001: 'Order', 10002: 'Idle' });
  expect(table).toEqual({
    columns: [
      { name: 'conversions', unit: 'conversions' },
      { name: 'users', unit: 'users' },
      { name: 'rate', unit: 'percent' },
      { name: 'refunds', unit: 'conversions' },
      { name: 'EUR', unit: 'money', currency: 'EUR' },
      { name: 'XTR', unit: 'money', currency: 'XTR' },
    ],
    rows: [
      { name: '10001', values: [3, 2, 50, 0, 1_500, 0] },
      { name: '1', values: [2, 2, 50, 0, 1_250, 0] },
      { name: '2', values: [2, 1, 25, 1, 0, 100] },
      { name: '10002', values: [0, 0, 0, 0, 0, 0] },
    ],
    totals: [7, 3, 75, 1, 2_750, 100],
  });
});

test('a period without refunds has no refund column; one without active users or conversions has no rate', async () => {
  const { table } = await bot.report({ ...question, period: '2024-03-30..2024-03-30' });
  expect(table?.columns.map(({ name }) => name)).toEqual(['conversions', 'users', 'rate', 'EUR']);
  expect(table?.totals).toEqual([1, 1, 100, 500]);
  const emptyReport = await bot.report({ ...question, period: '2024-04-02..2024-04-02' });
  expect(emptyReport.table?.rows.map(({ name }) => name)).toEqual(['1', '2', '10001', '10002']);
  expect(emptyReport.table?.totals).toEqual([0, 0, null]);
});

test('the users behind each cell', async () => {
  const cells = async (line: string | undefined, column: string) =>
    namesOf(await bot.users({ ...question, line, column }));
  expect(await cells('10001', 'users')).toEqual(['Ann', 'Ben']);
  expect(await cells('1', 'conversions')).toEqual(['Ben', 'Dan']);
  expect(await cells('1', 'EUR')).toEqual(['Ben']);
  expect(await cells('2', 'refunds')).toEqual(['Ann']);
  expect(await cells('10002', 'users')).toEqual([]);
  expect(await cells(undefined, 'users')).toEqual(['Ann', 'Ben', 'Dan']);
  expect(await cells(undefined, 'EUR')).toEqual(['Ann', 'Ben']);
  await expect(cells('77', 'users')).rejects.toMatchObject({ code: 'InvalidPlace' });
});

it('is the sum of what the lines of the charts say', async () => {
  const { table } = await bot.report(question);
  const income = await bot.report({ ...question, type: 'sum_income' });
  expect(table?.totals.slice(4)).toEqual(income.lines.map(({ total }) => total));
  const chart = await bot.report({ ...question, type: 'conversions_chart_summary' });
  expect(table?.rows.filter(({ values }) => values[0] !== 0).map(({ name, values }) => [name, values[0]])).toEqual(
    chart.lines.map(({ name, total }) => [name, total]),
  );
});
