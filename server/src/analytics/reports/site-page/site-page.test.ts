import { othersName } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { sitePeriod, siteSessionScenario, toSiteHit } from '../site-sessions/site-session-scenario.ts';
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
      // A1, B1 and the visit without consent.
      { name: 'example.com/', values: [3, 2, 2] },
      // One of them belongs to the session before.
      { name: 'example.com/prices', values: [2, 1, 0] },
      // D1: the same path of the other website is another page.
      { name: 'blog.example/', values: [1, 1, 1] },
      { name: 'example.com/a', values: [1, 1, 0] },
      { name: 'example.com/buy', values: [1, 0, 1] },
      // C1 ends after the period.
      { name: 'example.com/b', values: [0, 0, 1] },
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

test('one website is its paths, whatever its domains; once another has reported, of whatever time, hosts are named', async () => {
  const bot = await ingestHistory(store, () => {});
  const hit = (id: string, overrides: Parameters<typeof toSiteHit>[3], moment = '2024-03-10T10:00:00Z') =>
    toSiteHit(bot.key, id, moment, { visitor: '', ...overrides });
  const rows = async () => (await bot.report({ type: 'site_page', ...sitePeriod })).table?.rows;
  await store.write([
    hit('1', { path: '/' }),
    hit('2', { path: '/', host: 'www.example.com' }),
    hit('3', { path: '/', host: 'shop.example.com' }),
    hit('4', { path: '(other)' }),
    hit('5', { path: '' }),
  ]);
  expect(await rows()).toEqual([
    { name: '/', values: [3, 0, 0] },
    { name: '(other)', values: [1, 0, 0] },
    { name: '', values: [1, 0, 0] },
  ]);
  // A click, years later: a comparison with a period without it would find no page otherwise.
  await store.write([hit('6', { site: 2, name: 'bot_link', host: 'blog.example' }, '2026-03-10T10:00:00Z')]);
  expect(await rows()).toEqual([
    { name: 'example.com/', values: [2, 0, 0] },
    { name: 'example.com', values: [1, 0, 0] },
    { name: 'example.com (other)', values: [1, 0, 0] },
    { name: 'shop.example.com/', values: [1, 0, 0] },
  ]);
});
