import { othersName } from '@botscope/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { appSessionScenario, appPeriod as period } from './app-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the version of the Mini App interface (table: app-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, appSessionScenario);

  const report = await bot.report({ type: 'app_session_version', period, timeZone: 'Asia/Kolkata' });

  expect(report.lines).toEqual([
    { name: '8.0', values: [3, 0, 1], total: 4 },
    { name: '7.10', values: [0, 0, 1], total: 1 },
  ]);
});

test('the ten versions with the most sessions, equals by name, and the rest together', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const ann = journey.user('Ann');
    const ben = journey.user('Ben');
    for (let minor = 0; minor < 12; minor += 1) {
      journey.at(`2024-03-10T${String(minor + 10)}:00:00Z`);
      (minor === 8 ? ben : ann).opensApp({ version: `9.${minor}` });
    }
    journey.at('2024-03-11T10:00:00Z');
    ann.opensApp({ version: '9.11' });
  });
  const query = { type: 'app_session_version', period: '2024-03-10..2024-03-11', detail: 'day' };

  const report = await bot.report(query);

  // 9.11 twice; of the others once each by name 9.0, 9.1, 9.10, 9.2 … 9.7; 9.8 and 9.9 are left.
  const rareVersions = ['9.0', '9.1', '9.10', '9.2', '9.3', '9.4', '9.5', '9.6', '9.7'];
  expect(report.lines).toEqual([
    { name: '9.11', values: [1, 1], total: 2 },
    ...rareVersions.map((name) => ({ name, values: [1, 0], total: 1 })),
    { name: othersName, values: [2, 0], total: 2 },
  ]);
  const otherUsers = await bot.users({ ...query, line: othersName });
  expect(otherUsers.map((one) => one.first_name).sort()).toEqual(['Ann', 'Ben']);
  expect(await bot.users({ ...query, line: '9.7', bucket: '1' })).toEqual([]);
});
