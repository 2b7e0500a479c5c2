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

const question = { ...moneyPeriod, type: 'conversions_summary', targets: moneyTargets };

test('conversions, their users, and their share of those who acted or converted', async () => {
  const { lines, unit } = await bot.report(question);
  expect(unit).toBe('conversions');
  expect(lines).toEqual([
    { name: 'conversions', unit: 'conversions', values: [1, 4, 2], total: 7 },
    { name: 'users', unit: 'users', values: [1, 2, 2], total: 3 },
    { name: 'rate', unit: 'percent', values: [100, 66.667, 100], total: 75 },
  ]);
});

test('a bucket in which nobody acted or converted has no rate', async () => {
  const { lines } = await bot.report({ ...question, period: '2024-04-02..2024-04-02' });
  expect(lines.map(({ values, total }) => [...values, total])).toEqual([
    [0, 0],
    [0, 0],
    [null, null],
  ]);
});

test('the users behind each number', async () => {
  expect(namesOf(await bot.users({ ...question, line: 'users', bucket: '1' }))).toEqual(['Ann', 'Ben']);
  expect(namesOf(await bot.users({ ...question, bucket: '2' }))).toEqual(['Ann', 'Dan']);
  expect(namesOf(await bot.users(question))).toEqual(['Ann', 'Ben', 'Dan']);
  await expect(bot.users({ ...question, line: 'left' })).rejects.toMatchObject({ code: 'InvalidPlace' });
});

it('knows a filter', async () => {
  const { lines } = await bot.report({ ...question, filter: 'command:%2Fbuy' });
  // Dan never bought.
  expect(lines.map(({ total }) => total)).toEqual([6, 2, 100]);
});
