import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { appSessionScenario, appPeriod as period } from './app-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the platform of their first hit (table: app-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, appSessionScenario);
  await store.write(bot.events);
  const query = { type: 'app_session_device', period, timeZone: 'Asia/Kolkata' };

  const report = await bot.report(query);

  expect(report.lines).toEqual([
    { name: 'ios', values: [3, 0, 0], total: 3 },
    { name: 'android', values: [0, 0, 1], total: 1 },
    { name: 'tdesktop', values: [0, 0, 1], total: 1 },
  ]);
  const users = await bot.users({ ...query, line: 'android' });
  expect(users.map((one) => one.first_name)).toEqual(['Cid']);
});
