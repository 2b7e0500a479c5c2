import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { sitePeriod, siteSessionScenario, toSiteHit } from './site-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the bucket in which they begin, hits by their own (table: site-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, () => {});
  const events = siteSessionScenario(bot.key);
  await store.write(events);
  // Late data: copies in the opposite order, and one from another network, which is no visitor of its own.
  await store.write(events.toReversed());
  await store.write([
    toSiteHit(bot.key, '2', '2024-03-10T00:41:00+05:30', { visitor: 'zoe', receivedAt: Date.parse('2024-03-11') }),
  ]);

  const report = await bot.report({ type: 'site_sessions', ...sitePeriod });

  expect(report.buckets).toEqual([
    '2024-03-10T00:00:00+05:30',
    '2024-03-11T00:00:00+05:30',
    '2024-03-12T00:00:00+05:30',
  ]);
  expect(report.lines).toEqual([
    // A1, A2; B1, B2, C1, D1.
    { name: 'sessions', values: [2, 0, 4], total: 6 },
    { name: 'visitors', unit: 'users', values: [1, 0, 3], total: 4 },
    // One of Ann's on the 10th is of the session before.
    { name: 'page_views', unit: 'events', values: [4, 1, 3], total: 8 },
    // (9.999 + 12.001) / 2; of 0, 0.001, 1.001, 10; of those and the first two.
    { name: 'engaged', unit: 'seconds', values: [11, null, 0.501], total: 5.5 },
    // A1 of two; D1 of four: B1 looked for ten seconds, B2 saw no page, C1 two.
    { name: 'bounced', unit: 'percent', values: [50, null, 25], total: 33.333 },
    { name: 'bot_clicks', unit: 'events', values: [1, 0, 1], total: 2 },
  ]);
});

test('a visitor on either side of midnight UTC is two, for the website knows visitors for one day', async () => {
  const bot = await ingestHistory(store, () => {});
  await store.write([
    toSiteHit(bot.key, '1', '2024-03-10T23:59:00Z', { visitor: 'ann on the 10th' }),
    toSiteHit(bot.key, '2', '2024-03-11T00:01:00Z', { visitor: 'ann on the 11th' }),
  ]);
  const report = await bot.report({ type: 'site_sessions', period: '2024-03-10..2024-03-11', detail: 'day' });
  expect(report.lines.map(({ name, total }) => [name, total])).toEqual([
    ...[
      ['sessions', 2],
      ['visitors', 2],
      ['page_views', 2],
    ],
    ...[
      ['engaged', 0],
      ['bounced', 100],
      ['bot_clicks', 0],
    ],
  ]);
});

test('no users stand behind a visit: a filter of users leaves none, and there is no list', async () => {
  const bot = await ingestHistory(store, (journey) => {
    journey.at('2024-03-10T10:00:00Z');
    journey.user('Ann', { is_premium: true }).sends('/start');
  });
  await store.write(siteSessionScenario(bot.key));
  for (const filter of ['premium:yes', 'premium:!yes', 'chat_type:private']) {
    const { lines } = await bot.report({ type: 'site_sessions', ...sitePeriod, filter });
    expect(lines.map(({ total }) => total)).toEqual([0, 0, 0, null, null, 0]);
    const { table } = await bot.report({ type: 'site_page', ...sitePeriod, filter });
    expect(table).toMatchObject({ rows: [], totals: [0, 0, 0] });
  }
  for (const type of ['site_sessions', 'site_session_source', 'site_session_device', 'site_page']) {
    await expect(bot.users({ type, ...sitePeriod })).rejects.toMatchObject({ code: 'InvalidPlace' });
  }
});
