import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { appSessionScenario, appPeriod as period } from '../app-session-scenario.ts';
import { ingestHistory } from '../test-bot.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the source of their own launch, not by that of the person (table: app-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, appSessionScenario);
  const query = { type: 'app_session_source', period, timeZone: 'Asia/Kolkata' };

  const report = await bot.report(query);

  expect(report.lines).toEqual([
    { name: '', values: [1, 0, 1], total: 2 },
    { name: 'ads', values: [1, 0, 1], total: 2 },
    { name: 'site', values: [1, 0, 0], total: 1 },
  ]);
  const people = await bot.people({ ...query, line: '' });
  expect(people.map((one) => one.first_name).sort()).toEqual(['Ann', 'Ben']);
});

test('broken down, it is the number of sessions; narrowed to people by a filter', async () => {
  const bot = await ingestHistory(store, appSessionScenario);
  const query = { type: 'app_session_source', period, timeZone: 'Asia/Kolkata' };

  // Ann and Cid are of no language that we know of, like everyone here; only Cid and Ben have acted.
  const broken = await bot.report({ ...query, by: 'language' });
  expect(broken.lines).toEqual([{ name: '', values: [3, 0, 2], total: 5 }]);
  const ofAnn = await bot.report({ ...query, filter: 'source:old' });
  expect(ofAnn.lines.map(({ name, total }) => [name, total])).toEqual([
    ['', 1],
    ['ads', 1],
    ['site', 1],
  ]);
});
