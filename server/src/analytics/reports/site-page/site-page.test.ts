import { othersName } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { sitePeriod, siteSessionScenario, toSiteHit } from '../site-session-scenario.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('page views at their own time, entries and exits of sessions that begin (table: site-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, () => {});
  await store.write(siteSessionScenario(bot.key));

  const { table } = await bot.report({ type: 'site_page', ...sitePeriod });

  expect(table).toEqual({
    columns: [
      { name: 'page_views', unit: 'events' },
      { name: 'entries', unit: 'sessions' },
      { name: 'exits', unit: 'sessions' },
    ],
    rows: [
      // Of A1, B1, D1 and without consent.
      { name: '/', values: [4, 3, 3] },
      // One of them belongs to the session before.
      { name: '/prices', values: [2, 1, 0] },
      { name: '/a', values: [1, 1, 0] },
      { name: '/buy', values: [1, 0, 1] },
      // C1 ends after the period.
      { name: '/b', values: [0, 0, 1] },
    ],
    // B2 saw no page.
    totals: [8, 5, 5],
  });
});

test('a hundred paths have rows, all others share one', async () => {
  const bot = await ingestHistory(store, () => {});
  const visits = Array.from({ length: 103 }, (_, index) => index);
  await store.write(
    visits.map((index) =>
      toSiteHit(bot.key, String(index), '2024-03-10T10:00:00Z', {
        visitor: `visitor ${index}`,
        path: index === 0 ? '' : `/page/${String(index).padStart(3, '0')}`,
      }),
    ),
  );
  const { table } = await bot.report({ type: 'site_page', ...sitePeriod });
  expect(table?.rows).toHaveLength(102);
  expect(table?.rows.slice(99)).toEqual([
    { name: '/page/100', values: [1, 1, 1] },
    { name: '', values: [1, 1, 1] },
    { name: othersName, others: 2, values: [2, 2, 2] },
  ]);
  expect(table?.totals).toEqual([103, 103, 103]);
});
