import type { Event } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { populationPeriod, populationScenario } from '../../analytics/reports/population-scenario.ts';
import { ingestHistory } from '../../analytics/reports/test-bot.ts';
import { anEvent } from './test-event.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from './test-stores.ts';

const day = 86_400_000;
const reports = ['users_graph', 'count_users', 'new_users', 'left_users', 'return_users'] as const;

describe.each(engines)('forgetting old events, %s engine', (kind) => {
  let store: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind);
  });
  afterAll(() => store.close());

  it('forgets what users did, and neither who they are nor who came and went', async () => {
    const bot = await ingestHistory(store, populationScenario);
    const neighbour = await ingestHistory(store, populationScenario);
    const ask = async (key: typeof bot) => {
      const lines: Record<string, unknown> = {};
      for (const type of reports) lines[type] = (await key.report({ type, period: populationPeriod })).lines;
      return lines;
    };
    const visitors = async (key: typeof bot) =>
      (await key.report({ type: 'visitors', period: populationPeriod })).lines[0]?.values;
    // Without the receipts: they decide between two readings of a launch, and a kept one has an earlier one.
    const users = () =>
      store.query({
        sql: `SELECT * EXCEPT (first_source, last_source),
                tupleElement(first_source, 'time') AS launched, tupleElement(last_source, 'start_payload') AS payload
              FROM users FINAL WHERE bot = {bot:String} ORDER BY user_id`,
        params: { bot: bot.key },
      });
    const [before, usersBefore] = [await ask(bot), await users()];
    expect(await visitors(bot)).toEqual([1, 1, 0, 1]);

    expect(await store.deleteBefore(bot.key, Date.parse('2024-03-03T00:00:00Z'))).toBeGreaterThan(0);
    expect(await visitors(bot)).toEqual([0, 0, 0, 1]);
    expect(await ask(bot)).toEqual(before);
    expect(await users()).toEqual(usersBefore);
    // No event is left to delete, and the rows of users can still be rebuilt.
    expect(await store.deleteBefore(bot.key, Date.parse('2024-03-03T00:00:00Z'))).toBe(0);
    await store.rebuildUsers(bot.key);
    expect(await users()).toEqual(usersBefore);

    // A later night: the rest goes too.
    expect(await store.deleteBefore(bot.key, Date.parse('2024-04-01T00:00:00Z'))).toBe(1);
    await store.rebuildUsers(bot.key);
    expect(await visitors(bot)).toEqual([0, 0, 0, 0]);
    expect(await ask(bot)).toEqual(before);
    expect(await users()).toEqual(usersBefore);
    expect(await ask(neighbour)).toEqual(before);
    expect(await visitors(neighbour)).toEqual([1, 1, 0, 1]);
  });

  it('deletes Mini App events: a first contact by one stays, and using one is no return', async () => {
    const bot = await ingestHistory(store, (journey) => {
      const [ann, ben] = [journey.user('Ann'), journey.user('Ben')];
      journey.at('2024-03-01T10:00:00Z');
      ann.opensApp({ startapp: 'ads', country: 'DE' });
      ann.hits('cart');
      ben.sends('/start');
      ben.blocks();
      journey.at('2024-03-02T10:00:00Z');
      ben.opensApp({ country: 'TR' });
      journey.at('2024-03-02T11:00:00Z');
      ben.sends('hello');
    });
    const period = '2024-03-01..2024-03-03';
    const lines = async (type: string) => (await bot.report({ type, period, detail: 'day' })).lines;
    const ask = async () =>
      Object.fromEntries(await Promise.all(reports.map(async (type) => [type, await lines(type)])));
    const before = await ask();
    const countries = () =>
      store.query({
        sql: 'SELECT char(bitAnd(bitShiftRight(max(last), 8), 255), bitAnd(max(last), 255)) AS country FROM app_countries WHERE bot = {bot:String} GROUP BY user_id ORDER BY country',
        params: { bot: bot.key },
      });
    expect(await countries()).toEqual([{ country: 'DE' }, { country: 'TR' }]);
    expect((await lines('return_users'))[0]?.values).toEqual([0, 1, 0]);
    expect((await lines('web_sessions'))[0]?.values).toEqual([1, 1, 0]);

    await store.deleteBefore(bot.key, Date.parse('2024-03-02T00:00:00Z'));
    expect(await countries()).toEqual([{ country: 'TR' }]);
    await store.deleteBefore(bot.key, Date.parse('2024-03-03T00:00:00Z'));

    expect(await ask()).toEqual(before);
    expect(await countries()).toEqual([]);
    expect((await lines('web_sessions'))[0]?.values).toEqual([0, 0, 0]);
    expect((await lines('event_stat')).find((line) => line.name === 'hit')).toBeUndefined();
    await store.rebuildUsers(bot.key);
    expect(await ask()).toEqual(before);
  });

  it('keeps returns by an action alone, and blocks that only a failed send has shown', async () => {
    const bot = await ingestHistory(store, () => {});
    const timeAt = (count: number) => Date.parse('2024-03-01T10:00:00Z') + count * day;
    const createEvent = (userId: number, count: number, changes: Partial<Event> = {}) =>
      anEvent({ bot: bot.key, userId, id: `${userId}${count}`, time: timeAt(count), ...changes });
    const failedCall = { kind: 'call', isAction: false, isContact: false, membership: 'blocked', type: '' } as const;
    await store.write([
      // 1 left and came back by writing; 2 left long after their actions were deleted; 3 stays away.
      createEvent(1, 0),
      createEvent(1, 1, failedCall),
      createEvent(1, 2, { payload: '{"secret":"words"}', text: 'secret words' }),
      createEvent(2, 0),
      createEvent(2, 1),
      createEvent(2, 200, failedCall),
      createEvent(3, 0),
      createEvent(3, 1, failedCall),
      // 5 is known from a list that the owner uploaded, and left.
      createEvent(5, 0, { kind: 'imported', isAction: false, type: '' }),
      createEvent(5, 1, failedCall),
      // Nobody we know.
      createEvent(4, 1, failedCall),
    ]);
    const question = { type: 'count_users', period: '2024-03-01..2024-10-01', detail: 'month' } as const;
    const before = await bot.report(question);
    expect(before.lines[0]).toMatchObject({ name: 'all', total: 4 });
    expect(before.lines[1]).toMatchObject({ name: 'live', total: 1 });

    await store.deleteBefore(bot.key, timeAt(5));
    expect(await bot.report(question)).toEqual(before);
    await store.deleteBefore(bot.key, timeAt(300));
    await store.rebuildUsers(bot.key);
    expect(await bot.report(question)).toEqual(before);
    const remainingRows = await store.query<{ text: string; payload: string; is_action: boolean }>({
      sql: "SELECT text, payload, is_action FROM events FINAL WHERE bot = {bot:String} AND membership != 'blocked' AND kind != 'imported'",
      params: { bot: bot.key },
    });
    expect(remainingRows.length).toBe(4);
    for (const row of remainingRows) expect(row).toEqual({ text: '', payload: '', is_action: false });
  });

  it('keeps launches, so that they can be read by other rules', async () => {
    const bot = store.freshBot();
    const launch = (id: number) =>
      anEvent({
        bot,
        id: String(id),
        time: Date.UTC(2024, 0, id),
        isStart: true,
        startPayload: `p${id}`,
        source: `p${id}`,
      });
    await store.write([launch(1), launch(2), launch(3), anEvent({ bot, id: '9', time: Date.UTC(2024, 0, 2, 5) })]);
    await store.deleteBefore(bot, Date.UTC(2024, 5, 1));
    expect(await store.reparseLaunches(bot, (payload) => ({ source: payload.toUpperCase(), params: {} }))).toBe(3);
    const [user] = await store.query({
      sql: `SELECT tupleElement(first_source, 'source') AS first, tupleElement(last_source, 'source') AS last
            FROM users FINAL WHERE bot = {bot:String}`,
      params: { bot },
    });
    expect(user).toEqual({ first: 'P1', last: 'P3' });
    const rows = await store.query({
      sql: 'SELECT toInt64(id) AS n FROM events FINAL WHERE bot = {bot:String} ORDER BY n',
      params: { bot },
    });
    expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('goes on month by month, and leaps over years in which nothing happened', async () => {
    const bot = store.freshBot();
    const timeAt = (count: number) => Date.UTC(2023, 0, 1) + count * 20 * day;
    const events = Array.from({ length: 6 }, (_, count) => anEvent({ bot, id: String(count), time: timeAt(count) }));
    await store.write([...events, anEvent({ bot, id: '9', time: timeAt(-40) })]);
    expect(await store.deleteBefore(bot, timeAt(5))).toBe(6);
    const [remainingCounts] = await store.query({
      sql: 'SELECT countIf(is_action) AS actions, count() AS rows FROM events FINAL WHERE bot = {bot:String}',
      params: { bot },
    });
    // The user's first step stays.
    expect(remainingCounts).toEqual({ actions: 1, rows: 2 });
  });
});
