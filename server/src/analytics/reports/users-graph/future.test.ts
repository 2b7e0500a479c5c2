import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory, type TestBot } from '../test-bot.ts';

/*
 * Asked at noon of 11 November 2026 about the 9th to the 13th: Ann came on the 9th, Ben on the 10th and blocked the bot
 * on the 11th. What will be on the 12th nobody knows: levels are gaps, counts are zero.
 */
let store: ThrowawayStore;
let bot: TestBot;
beforeAll(async () => {
  store = await openThrowawayStore();
  bot = await ingestHistory(store, (journey) => {
    const [ann, ben] = [journey.user('Ann', { id: 1 }), journey.user('Ben', { id: 2 })];
    journey.at('2026-11-09T10:00:00Z');
    ann.sends('/start');
    journey.at('2026-11-10T10:00:00Z');
    ben.sends('/start');
    journey.at('2026-11-11T10:00:00Z');
    ben.blocks();
  });
});
afterAll(() => store.close());

const question = { period: '2026-11-09..2026-11-13', detail: 'day', now: '2026-11-11T12:00:00Z' } as const;

test.each([
  [
    'count_users',
    {
      all: [1, 2, 2, null, null],
      live: [1, 2, 1, null, null],
      left: [0, 0, 1, null, null],
      share: [100, 100, 50, null, null],
    },
  ],
  [
    'users_graph',
    { live: [1, 2, 1, null, null], new: [1, 1, 0, 0, 0], returned: [0, 0, 0, 0, 0], left: [0, 0, 1, 0, 0] },
  ],
])('%s: levels of the future are gaps, counts are zero, the total is what is known', async (type, expected) => {
  const { lines } = await bot.report({ ...question, type });
  expect(Object.fromEntries(lines.map(({ name, values }) => [name, values]))).toEqual(expected);
  expect(lines.find(({ name }) => name === 'live')?.total).toBe(1);
});

test('a period that has not begun has no known values', async () => {
  const { lines } = await bot.report({ ...question, period: '2026-11-20..2026-11-21', type: 'count_users' });
  expect(lines.map(({ values, total }) => [...values, total])).toEqual(lines.map(() => [null, null, null]));
});
