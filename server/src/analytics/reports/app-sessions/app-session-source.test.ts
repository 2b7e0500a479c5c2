import { afterAll, beforeAll, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../../events/store/test-stores.ts';
import { ingestHistory } from '../test-bot.ts';
import { appSessionScenario, appPeriod as period } from './app-session-scenario.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

test('sessions by the source of their own launch, not by that of the user (table: app-session-scenario.ts)', async () => {
  const bot = await ingestHistory(store, appSessionScenario);
  const query = { type: 'app_session_source', period, timeZone: 'Asia/Kolkata' };

  const report = await bot.report(query);

  expect(report.lines).toEqual([
    { name: '', values: [1, 0, 1], total: 2 },
    { name: 'ads', values: [1, 0, 1], total: 2 },
    { name: 'site', values: [1, 0, 0], total: 1 },
  ]);
  const users = await bot.users({ ...query, line: '' });
  expect(users.map((one) => one.first_name).sort()).toEqual(['Ann', 'Ben']);
});

test('broken down, it is the number of sessions; narrowed to users by a filter', async () => {
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

/*
 * One opening, several sessions (UTC). The report asks about 10 March.
 *
 * | who | hits of one opening                                           | sessions that begin on 10 March | source |
 * |-----|---------------------------------------------------------------|---------------------------------|--------|
 * | Ann | 10 Mar 15:00 launch (ads), 15:50 hit, 17:25 hit                | 15:00, 15:50, 17:25             | ads    |
 * | Ben | 9 Mar 08:00 launch (blog), 10 Mar 09:00 hit                    | 09:00                           | blog   |
 * | Cid | 10 Mar 10:00 launch (site), 10:40 the page is loaded again     | 10:00, 10:40                    | site   |
 * | Dan | 10 Mar 11:00 launch (ads), 12:00 launch without a link, 13:00 hit | 11:00; 12:00, 13:00           | ads; – |
 */
test('all sessions of an opening have its source, whichever hit they begin with', async () => {
  const bot = await ingestHistory(store, (journey) => {
    const [ann, ben, cid, dan] = ['Ann', 'Ben', 'Cid', 'Dan'].map((name) => journey.user(name));
    const setTime = (day: number, clock: string) => journey.at(`2024-03-${String(day).padStart(2, '0')}T${clock}:00Z`);
    setTime(9, '08:00');
    ben?.opensApp({ startapp: 'blog' });
    setTime(10, '09:00');
    ben?.hits('view');
    setTime(10, '10:00');
    cid?.opensApp({ startapp: 'site' });
    setTime(10, '10:40');
    cid?.reloadsApp();
    setTime(10, '11:00');
    dan?.opensApp({ startapp: 'ads' });
    setTime(10, '12:00');
    dan?.opensApp();
    setTime(10, '13:00');
    dan?.hits('view');
    setTime(10, '15:00');
    ann?.opensApp({ startapp: 'ads' });
    setTime(10, '15:50');
    ann?.hits('view');
    setTime(10, '17:25');
    ann?.hits('view');
  });
  const query = { type: 'app_session_source', period: '2024-03-10..2024-03-10', detail: 'day' as const };

  const report = await bot.report(query);

  expect(report.lines.map(({ name, total }) => [name, total])).toEqual([
    ['ads', 4],
    ['', 2],
    ['site', 2],
    ['blog', 1],
  ]);
  const users = await bot.users({ ...query, line: 'blog' });
  expect(users.map((one) => one.first_name)).toEqual(['Ben']);
});
