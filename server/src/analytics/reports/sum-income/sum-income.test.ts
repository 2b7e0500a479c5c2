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

const question = { ...moneyPeriod, type: 'sum_income', targets: moneyTargets };

test('a line per currency, those of the most conversions first; a refund subtracts', async () => {
  const { lines, unit } = await bot.report(question);
  expect(unit).toBe('money');
  expect(lines).toEqual([
    { name: 'EUR', currency: 'EUR', values: [500, 2_250, 0], total: 2_750 },
    { name: 'XTR', currency: 'XTR', values: [0, 250, -150], total: 100 },
  ]);
});

test('hour by hour across the clock change', async () => {
  const { lines, buckets } = await bot.report({ ...question, period: '2024-03-31..2024-03-31', detail: 'hour' });
  expect(buckets).toHaveLength(23);
  expect(lines.map(({ total }) => total)).toEqual([2_250, 250]);
  expect(lines[0]?.values.flatMap((value, hour) => (value ? [[hour, value]] : []))).toEqual([
    [13, 1_000],
    [22, 1_250],
  ]);
  expect(lines[1]?.values[0]).toBe(250);
});

test('a period without money has no lines', async () => {
  expect((await bot.report({ ...question, period: '2024-04-02..2024-04-02' })).lines).toEqual([]);
});

test('the users behind each number', async () => {
  expect(namesOf(await bot.users({ ...question, line: 'EUR' }))).toEqual(['Ann', 'Ben']);
  expect(namesOf(await bot.users({ ...question, line: 'XTR', bucket: '2' }))).toEqual(['Ann']);
  expect(namesOf(await bot.users({ ...question, bucket: '1' }))).toEqual(['Ann', 'Ben']);
});

it('is broken down by one currency, the one of the most conversions', async () => {
  const { lines } = await bot.report({ ...question, by: 'premium' });
  expect(lines).toEqual([{ name: 'no', currency: 'EUR', values: [500, 2_250, 0], total: 2_750 }]);
});
