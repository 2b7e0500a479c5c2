import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { sitePeriod, siteSessionScenario } from './site-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the country of their first page view (table: site-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, () => {});
  await store.write(siteSessionScenario(bot.key));

  const report = await bot.report({ type: 'site_session_country', ...sitePeriod });

  expect(report.lines).toEqual([
    { name: 'DE', values: [2, 0, 1], total: 3 },
    { name: '', values: [0, 0, 2], total: 2 },
    { name: 'BR', values: [0, 0, 1], total: 1 },
  ]);
});
