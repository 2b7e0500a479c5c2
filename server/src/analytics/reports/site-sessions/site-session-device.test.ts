import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { sitePeriod, siteSessionScenario } from './site-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the class of device (table: site-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, () => {});
  await store.write(siteSessionScenario(bot.key));

  const report = await bot.report({ type: 'site_session_device', ...sitePeriod });

  expect(report.lines).toEqual([
    { name: 'desktop', values: [2, 0, 0], total: 2 },
    { name: 'mobile', values: [0, 0, 2], total: 2 },
    { name: '', values: [0, 0, 1], total: 1 },
    { name: 'tablet', values: [0, 0, 1], total: 1 },
  ]);
});
