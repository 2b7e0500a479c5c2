import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { appSessionScenario, appPeriod as period } from '../app-session-scenario.ts';
import { ingestHistory, toHitEvent } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the bucket in which they begin, their people and mean duration (table: app-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, appSessionScenario);
  // Late data: copies in the opposite order.
  await store.write(bot.events.toReversed());

  const report = await bot.report({ type: 'web_sessions', period, timeZone: 'Asia/Kolkata' });

  expect(report.buckets).toEqual([
    '2024-03-10T00:00:00+05:30',
    '2024-03-11T00:00:00+05:30',
    '2024-03-12T00:00:00+05:30',
  ]);
  expect(report.lines).toEqual([
    { name: 'sessions', values: [3, 0, 2], total: 5 },
    { name: 'users', unit: 'users', values: [1, 0, 2], total: 3 },
    // (1,799 + 60 + 0) / 3; (0 + 1,800) / 2; all five.
    { name: 'duration', unit: 'seconds', values: [619.667, null, 900], total: 731.8 },
  ]);
  const people = await bot.people({ type: 'web_sessions', period, timeZone: 'Asia/Kolkata', bucket: '2' });
  expect(people.map((one) => one.first_name).sort()).toEqual(['Ben', 'Cid']);
});

test('a Mini App makes bot users, not visitors; a hit delivered a month late counts in its own time, once', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-03-10T10:00:00Z');
    journey.person('Ann', { id: 5 }).opensApp();
    journey.person('Ben').sends('/start');
  });
  const from = { id: 5, is_bot: false, first_name: 'Ann' };
  const late = { date: '2024-03-10T10:01:00.000Z', hit: { from, name: 'cart', platform: 'android', version: '8.0' } };
  await store.write([
    toHitEvent(bot.key, late, '2024-04-10T00:00:00Z'),
    toHitEvent(bot.key, late, '2024-04-11T00:00:00Z'),
  ]);
  const total = async (type: string, index = 0) =>
    (await bot.report({ type, period: '2024-03-10..2024-03-10', detail: 'day' })).lines[index]?.total;

  expect(await total('new_users')).toBe(2);
  expect(await total('visitors')).toBe(1);
  expect(await total('messages_from_user')).toBe(1);
  expect(await total('session_count')).toBe(1);
  expect(await total('web_sessions')).toBe(1);
  expect(await total('web_sessions', 2)).toBe(60);
});
