import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory, toHitEvent } from '../test-bot.ts';
import { testReport } from '../test-query.ts';
import { appSessionScenario, appPeriod as period } from './app-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the bucket in which they begin, their users and mean duration (table: app-session-scenario.ts)', async () => {
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
    { name: 'reloads', values: [0, 0, 0], total: 0 },
  ]);
  const users = await bot.users({ type: 'web_sessions', period, timeZone: 'Asia/Kolkata', bucket: '2' });
  expect(users.map((one) => one.first_name).sort()).toEqual(['Ben', 'Cid']);
});

test('a Mini App makes bot users, not visitors; a hit delivered a month late counts in its own time, once', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-03-10T10:00:00Z');
    journey.user('Ann', { id: 5 }).opensApp();
    journey.user('Ben').sends('/start');
  });
  const from = { id: 5, is_bot: false, first_name: 'Ann' };
  const lateHit = {
    date: '2024-03-10T10:01:00.000Z',
    hit: { from, name: 'cart', platform: 'android', version: '8.0' },
  };
  await store.write([
    toHitEvent(bot.key, lateHit, '2024-04-10T00:00:00Z'),
    toHitEvent(bot.key, lateHit, '2024-04-11T00:00:00Z'),
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

/*
 * Loads of pages; l is the opening that they belong to.
 *
 * | who | hits                                                            | session | lasts (s) | reloads |
 * |-----|-----------------------------------------------------------------|---------|-----------|---------|
 * | Ann | 10:00:00 l1, 10:00:05 l1, 10:00:10 l1, 10:29:00 view of l1,      | A1      | 3,539     | 3       |
 * |     | 10:58:59 l1 (29:59 after its last hit)                          |         |           |         |
 * |     | 11:28:59 l1 (30:00 after), 11:29:10 l1                          | A2      | 11        | 1       |
 * |     | 12:00:00 l2                                                     | A3      | 0         | 0       |
 * | Ben | 10:00 l3                                                        | B1      | 0         | 0       |
 * |     | 10:10 l4 in a second window, 10:20 l3 is loaded again in the 1st | B2      | 600       | 1       |
 * | Cid | 13:00:00 and 13:00:05, no opening known                         | C1, C2  | 0, 0      | 0       |
 */
test('an opening is one launch, however often its page is loaded', async () => {
  const key = store.freshBot();
  const hit = (id: number, clock: string, launch: string, name = 'app_launch') =>
    toHitEvent(key, {
      date: `2024-03-10T${clock}.000Z`,
      hit: { ...{ from: { id, is_bot: false, first_name: 'Ann' }, name, launch }, platform: 'android', version: '8.0' },
    });
  const events = [
    ...['10:00:00', '10:00:05', '10:00:10', '10:58:59', '11:28:59', '11:29:10'].map((clock) => hit(1, clock, 'l1')),
    ...[hit(1, '10:29:00', 'l1', 'view'), hit(1, '12:00:00', 'l2')],
    ...[hit(2, '10:00:00', 'l3'), hit(2, '10:10:00', 'l4'), hit(2, '10:20:00', 'l3')],
    ...[hit(3, '13:00:00', ''), hit(3, '13:00:05', '')],
  ];
  await store.write(events.toReversed());
  await store.write(events);

  const bot = { bot: key, timeZone: 'UTC', sessionGapMinutes: 30 };
  const deps = { store, now: () => Date.parse('2030-01-01T00:00:00Z') };
  const report = await testReport(deps, {
    ...bot,
    type: 'web_sessions',
    period: '2024-03-10..2024-03-10',
    detail: 'day',
  });

  expect(report.lines).toEqual([
    { name: 'sessions', values: [7], total: 7 },
    { name: 'users', unit: 'users', values: [3], total: 3 },
    // (3,539 + 11 + 0 + 0 + 600 + 0 + 0) / 7
    { name: 'duration', unit: 'seconds', values: [592.857], total: 592.857 },
    { name: 'reloads', values: [5], total: 5 },
  ]);
});
