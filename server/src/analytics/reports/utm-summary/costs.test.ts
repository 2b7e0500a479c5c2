import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { purchase, sale } from '../conversions/test-targets.ts';
import { launchScenario, launchPeriod as period } from '../launch-values/launch-scenario.ts';
import { ingestHistory, type TestBot } from '../test-bot.ts';

let store: ThrowawayStore;
let bot: TestBot;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = await ingestHistory(store, launchScenario);
});
afterAll(() => store.close());

const costs: [day: string, source: string, currency: string, amount: number][] = [
  ['2024-02-29', 'site', 'EUR', 77],
  ['2024-03-01', 'ads', 'EUR', 1_000],
  ['2024-03-02', 'site', 'EUR', 30],
  ['2024-03-02', 'banner', 'EUR', 40],
  ['2024-03-03', 'ads', 'XTR', 50],
  ['2024-03-04', 'ads', 'EUR', 200],
  ['2024-03-05', 'ads', 'EUR', 999],
];
const spends = async (from: string, until: string) =>
  costs
    .filter(([day]) => day >= from && day <= until)
    .map(([_, source, currency, amount]) => ({ source, currency, amount }));
const question = { type: 'utm_summary', period, targets: [sale, purchase], spends };

async function loadTable(more: Partial<Parameters<TestBot['report']>[0]> = {}) {
  const { table } = await bot.report({ ...question, ...more });
  if (!table) throw new Error('no table');
  return table;
}

/*
 * Ann paid 100 XTR and Eve 0.50 EUR on 3 March. By the last launch both are of `ads`, by the first Ann is of `catalog` and
 * Eve came directly. `ads` cost 10 + 2 EUR and 50 XTR in the period, `site` 0.30 EUR, and `banner`, which brought nobody,
 * 0.40 EUR.
 *
 * | last   | new | payers | EUR: spent, per new, per payer, return  | XTR                 |
 * |--------|-----|--------|-----------------------------------------|---------------------|
 * | ads    | 1   | 2      | 12.00, 12.00, 6.00, 0.50 / 12 = 4.167 % | 50, 50, 25, 200 %   |
 * | site   | 1   | 0      | 0.30, 0.30, none, 0 %                   | none                |
 * | total  | 2   | 2      | 12.70, 6.35, 6.35, 0.5 / 12.7 = 3.937 % | 50, 25, 25, 200 %   |
 */
const nothing = [0, null, null, null];
const columns = [
  { name: 'payers', unit: 'users' },
  ...['EUR', 'XTR'].flatMap((currency) => [
    { name: 'spend', unit: 'money', currency },
    { name: 'cost_per_new', unit: 'money', currency },
    { name: 'cost_per_payer', unit: 'money', currency },
    { name: 'return_on_spend', unit: 'percent', currency },
  ]),
];

test('what a source brought is compared with what it cost in the days of the period', async () => {
  const table = await loadTable({ model: 'last' });
  expect(table.columns.slice(8)).toEqual(columns);
  expect(table.rows.map(({ name, values }) => [name, ...values.slice(8)])).toEqual([
    ['ads', 2, 1_200, 1_200, 600, 4.167, 50, 50, 25, 200],
    ['site', 0, 30, 30, null, 0, ...nothing],
    ['old', 0, ...nothing, ...nothing],
    ['banner', 0, 40, null, null, 0, ...nothing],
    ['', 0, ...nothing, ...nothing],
  ]);
  expect(table.rows[3]?.values.slice(0, 8)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  expect(table.totals.slice(8)).toEqual([2, 1_270, 635, 635, 3.937, 50, 25, 25, 200]);
});

test('users are those of the attribution model', async () => {
  const { rows } = await loadTable({ model: 'first' });
  expect(rows.map(({ name, values }) => [name, ...values.slice(8, 13)])).toEqual([
    ['site', 0, 30, 30, null, 0],
    ['catalog', 1, ...nothing],
    ['ads', 0, 1_200, null, null, 0],
    ['old', 0, ...nothing],
    ['banner', 0, 40, null, null, 0],
    ['', 1, ...nothing],
  ]);
});

test('behind the payers of a row stand its users', async () => {
  const number = { ...question, model: 'last' as const, column: 'payers' };
  expect((await bot.users({ ...number, line: 'ads' })).map(({ first_name }) => first_name).sort()).toEqual([
    'Ann',
    'Eve',
  ]);
  expect(await bot.users({ ...number, line: 'site' })).toEqual([]);
  expect(await bot.users(number)).toHaveLength(2);
  await expect(bot.users({ ...number, column: 'spend' })).rejects.toMatchObject({ code: 'InvalidPlace' });
});

test.each([
  ['nothing was spent in the period', { period: '2024-02-01..2024-02-28' }],
  ['other values than sources are counted', { parameter: 'campaign' }],
  ['a part of the users is counted', { filter: 'source:ads' }],
])('nothing is said of costs where %s', async (_, more) => {
  const { columns: shown } = await loadTable(more);
  expect(shown.map(({ name }) => name)).not.toContain('spend');
});
