import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * Berlin puts the clock forward on Sunday 31 March 2024: that day ends at 22:00 UTC.
 *
 * | UTC          | Berlin       | who                          |
 * |--------------|--------------|------------------------------|
 * | 31 Mar 21:59 | 31 Mar 23:59 | Ann (regular then), Ben       |
 * | 31 Mar 22:00 | 1 Apr 00:00  | Ann, Premium from now on; Cid |
 * Ben unsubscribed from Premium on 2 April and counts as regular, for the past too.
 */
test('visitors with and without Premium, by the newest profile', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-03-31T21:59:00Z');
    journey.user('Ann', { id: 1 }).sends('/start');
    journey.user('Ben', { id: 2, is_premium: true }).sends('/start');
    journey.at('2024-03-31T22:00:00Z');
    journey.user('Ann', { id: 1, is_premium: true }).sends('hello');
    journey.user('Cid').sends('/start');
    journey.at('2024-04-02T12:00:00Z');
    journey.user('Ben', { id: 2 }).sends('hello');
  });
  await store.write(bot.events.toReversed());
  const query = { type: 'premium', period: '2024-03-31..2024-04-01', detail: 'day', timeZone: 'Europe/Berlin' };

  const report = await bot.report(query);

  expect(report.lines).toEqual([
    { name: 'premium', values: [1, 1], total: 1 },
    { name: 'regular', values: [1, 1], total: 2 },
  ]);
  const users = async (overrides: object) =>
    (await bot.users({ ...query, ...overrides })).map((one) => one.first_name).sort();
  expect(await users({})).toEqual(['Ann', 'Ben', 'Cid']);
  expect(await users({ line: 'premium' })).toEqual(['Ann']);
  expect(await users({ line: 'regular', bucket: '0' })).toEqual(['Ben']);

  // By language there is one line of all visitors per value.
  const broken = await bot.report({ ...query, by: 'language' });
  expect(broken.lines).toEqual([{ name: '', values: [2, 2], total: 3 }]);

  // 335 hours are gathered another way than a few days.
  const hourly = await bot.report({ ...query, period: '2024-03-20..2024-04-02', detail: 'hour' });
  const hours = hourly.lines.map(({ values, total }) =>
    [...values.entries()].filter(([, users]) => users).concat([[-1, total]]),
  );
  expect(hourly.buckets).toHaveLength(335);
  // The last hour of 31 March, the first of 1 April, and 14:00 on 2 April.
  expect(hours).toEqual([
    [
      [286, 1],
      [287, 1],
      [-1, 1],
    ],
    [
      [286, 1],
      [287, 1],
      [325, 1],
      [-1, 2],
    ],
  ]);
});
