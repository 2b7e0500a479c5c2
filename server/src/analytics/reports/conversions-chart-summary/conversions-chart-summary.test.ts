import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { moneyPeriod, moneyScenario, moneyTargets, namesOf } from '../conversions/money-scenario.ts';
import { ingestHistory, type TestBot } from '../test-bot.ts';

let store: ThrowawayStore;
let bot: TestBot;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = await moneyScenario(store);
});
afterAll(() => store.close());

const question = { ...moneyPeriod, type: 'conversions_chart_summary', targets: moneyTargets };

test('a line for each target that was reached, named by its number', async () => {
  const { lines, labels } = await bot.report(question);
  expect(lines).toEqual([
    { name: '10001', values: [1, 2, 0], total: 3 },
    { name: '1', values: [0, 1, 1], total: 2 },
    { name: '2', values: [0, 1, 1], total: 2 },
  ]);
  expect(labels).toMatchObject({ 10001: 'Order' });
});

test('a period without conversions has zeros for every target', async () => {
  const { lines } = await bot.report({ ...question, period: '2024-04-02..2024-04-02' });
  expect(lines.map(({ name, total }) => [name, total])).toEqual(moneyTargets.map(({ id }) => [String(id), 0]));
});

test('the users behind each line', async () => {
  expect(namesOf(await bot.users({ ...question, line: '10001', bucket: '1' }))).toEqual(['Ben']);
  expect(namesOf(await bot.users({ ...question, line: '1' }))).toEqual(['Ben', 'Dan']);
  expect(namesOf(await bot.users(question))).toEqual(['Ann', 'Ben', 'Dan']);
  await expect(bot.users({ ...question, line: '77' })).rejects.toMatchObject({ code: 'InvalidPlace' });
});

/* Ann reaches the targets 20001 to 20012 by /c1 to /c12: /c1 on two days, /c11 on the first day and by Ben on the second. */
it('shows ten, and the rest as one', async () => {
  const targets = Array.from({ length: 12 }, (_, index) => ({
    id: 20_001 + index,
    name: `C${index + 1}`,
    trigger: { kind: 'command', name: `/c${index + 1}` } as const,
    value: { kind: 'none' } as const,
  }));
  const busyBot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann', { id: 101 });
    const ben = journey.user('Ben', { id: 102 });
    journey.at('2024-03-01T10:00:00Z');
    for (let number = 12; number >= 1; number -= 1) ann.sends(`/c${number}`);
    journey.at('2024-03-02T10:00:00Z');
    for (let number = 1; number <= 9; number += 1) ann.sends(`/c${number}`);
    ben.sends('/c11');
  });
  const query = { type: question.type, targets, period: '2024-03-01..2024-03-02', detail: 'day' };
  const { lines } = await busyBot.report(query);
  expect(lines.map(({ name }) => name)).toEqual([
    ...['20001', '20002', '20003', '20004', '20005', '20006', '20007', '20008', '20009', '20011'],
    '\nothers',
  ]);
  expect(lines.at(-1)).toEqual({ name: '\nothers', values: [2, 0], total: 2 });
  expect(namesOf(await busyBot.users({ ...query, line: '\nothers' }))).toEqual(['Ann']);
  expect(namesOf(await busyBot.users({ ...query, line: '\nothers', bucket: '1' }))).toEqual([]);
  const broken = await busyBot.report({ ...query, by: 'premium' });
  expect(broken.lines.map(({ name, total }) => [name, total])).toEqual([['no', 22]]);
});
