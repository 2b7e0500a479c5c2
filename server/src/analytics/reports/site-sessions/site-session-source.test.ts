import { campaignParams, type SiteVisit } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchOfVisit } from '../../../events/normalize/launch-of-visit.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { startRules } from '../test-world-history.ts';
import { sitePeriod, siteSessionScenario, toSiteHit } from './site-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the source of their first page view (table: site-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, () => {});
  await store.write(siteSessionScenario(bot.key));

  const report = await bot.report({ type: 'site_session_source', ...sitePeriod });

  expect(report.lines).toEqual([
    { name: '', values: [0, 0, 2], total: 2 },
    { name: 'ads', values: [1, 0, 1], total: 2 },
    { name: 'google', values: [1, 0, 0], total: 1 },
    { name: 'news.example', values: [0, 0, 1], total: 1 },
  ]);
});

test('the source is that of a launch by a link in the page; only a visit from nowhere is direct', async () => {
  const visits: Omit<SiteVisit, 'host' | 'entry'>[] = [
    ...campaignParams.map((param) => ({ params: { [param]: 'x' }, referrer: 'www.news.example/today' })),
    ...campaignParams.slice(5).map((param) => ({ params: { [param]: 'x', rb_clickid: 'x' }, referrer: '' })),
    { params: { gclid: '' }, referrer: 'news.example' },
    { params: { utm_source: 'ads', gclid: 'x' }, referrer: 'news.example/' },
    { params: {}, referrer: '' },
  ];
  const key = store.freshBot();
  await store.write(
    visits.map(({ params: campaign, referrer }, index) =>
      toSiteHit(key, String(index), '2024-03-10T10:00:00Z', { visitor: `visitor ${index}`, campaign, referrer }),
    ),
  );
  const rows = await store.query<{ site_source: string }>({
    sql: 'SELECT site_source FROM events WHERE bot = {bot:String} ORDER BY toUInt32(substring(JSONExtractString(payload, {of:String}, {visitor:String}), 9))',
    params: { bot: key, of: 'site_hit', visitor: 'visitor' },
  });
  const host = 'shop.example';
  const expected = visits.map((visit) => launchOfVisit({ ...visit, host, entry: '/' }, startRules).source);
  expect(rows.map(({ site_source }) => site_source || host)).toEqual(expected);
});
