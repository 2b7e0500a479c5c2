import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseStartPayload, type StartRules } from '../normalize/start-payload.ts';
import { anEvent } from './test-event.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from './test-stores.ts';

const pairs: StartRules = {
  type: 'all',
  params: [],
  paramSeparator: '_',
  valueSeparator: '-',
  sourceParam: 'source',
};
const wholeRules: StartRules = { ...pairs, type: 'auto' };
const readBy = (rules: StartRules) => (payload: string) => parseStartPayload(payload, rules);
const start = Date.UTC(2026, 2, 1, 12);
const minute = 60_000;

describe.each(engines)('parsing launches again, %s engine', (kind) => {
  let store: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind);
  });
  afterAll(() => store.close());

  const launch = (bot: string, id: number, userId: number, startPayload: string) =>
    anEvent({
      bot,
      userId,
      id: String(id),
      time: start + id * minute,
      isStart: true,
      type: 'command',
      name: '/start',
      text: `/start ${startPayload}`,
      startPayload,
      ...readBy(wholeRules)(startPayload),
      payload: JSON.stringify({ message: { from: { id: userId, first_name: 'Ada' } } }),
    });
  const launches = (bot: string) =>
    store.query({
      sql: `SELECT toInt64(id) AS n, source, params, text, time FROM events FINAL
            WHERE bot = {bot:String} AND is_start ORDER BY n`,
      params: { bot },
    });
  const users = (bot: string) =>
    store.query({
      sql: `SELECT user_id AS user, tupleElement(first_source, 'source') AS first,
              tupleElement(last_source, 'source') AS last, first_time
            FROM users FINAL WHERE bot = {bot:String} ORDER BY user`,
      params: { bot },
    });
  const row = (n: number, source: string, params: Record<string, string>, payload: string) => ({
    n,
    source,
    params,
    text: `/start ${payload}`,
    time: `2026-03-01 12:0${n}:00.000`,
  });

  it('corrects what reads otherwise, once, for this bot only, and users follow', async () => {
    const [bot, other] = [store.freshBot(), store.freshBot()];
    const writtenEvents = [
      launch(bot, 1, 5, 'source-ads_medium-tg'),
      launch(bot, 2, 5, "it's-\\odd\t_source-friend"),
      launch(bot, 3, 6, '_tgr_abc-def'),
      launch(bot, 4, 6, ''),
      launch(bot, 5, 7, 'source-ads_medium-tg'),
    ];
    await store.write([...writtenEvents, launch(other, 1, 5, 'source-ads')]);
    const [before, usersBefore] = [await launches(bot), await users(bot)];

    expect(await store.reparseLaunches(bot, readBy(pairs))).toBe(4);
    const after = [
      row(1, 'ads', { source: 'ads', medium: 'tg' }, 'source-ads_medium-tg'),
      row(2, 'friend', { "it's": '\\odd\t', source: 'friend' }, "it's-\\odd\t_source-friend"),
      row(3, '', { none: '_tgr_abc-def' }, '_tgr_abc-def'),
      row(4, '', {}, ''),
      row(5, 'ads', { source: 'ads', medium: 'tg' }, 'source-ads_medium-tg'),
    ];
    expect(await launches(bot)).toEqual(after);
    const usersAfter = [
      { user: 5, first: 'ads', last: 'friend', first_time: '2026-03-01 12:01:00.000' },
      { user: 6, first: '', last: '', first_time: '2026-03-01 12:03:00.000' },
      { user: 7, first: 'ads', last: 'ads', first_time: '2026-03-01 12:05:00.000' },
    ];
    expect(await users(bot)).toEqual(usersAfter);
    expect(await launches(other)).toMatchObject([{ source: 'source-ads' }]);

    // Again: nothing is left to do.
    expect(await store.reparseLaunches(bot, readBy(pairs))).toBe(0);
    // Copies that come late, read by the rules of then, change nothing.
    await store.write(writtenEvents.map((event) => ({ ...event, receivedAt: event.receivedAt + 5_000 })));
    expect(await launches(bot)).toEqual(after);
    expect(await users(bot)).toEqual(usersAfter);
    await store.rebuildUsers(bot);
    expect(await users(bot)).toEqual(usersAfter);

    // And back: as if the rules had never changed.
    expect(await store.reparseLaunches(bot, readBy(wholeRules))).toBe(4);
    expect(await launches(bot)).toEqual(before);
    expect(await users(bot)).toEqual(usersBefore);
  });

  it('does the rest when it was cut short', async () => {
    const bot = store.freshBot();
    await store.write([launch(bot, 1, 5, 'source-a'), launch(bot, 2, 5, 'source-b')]);
    const cut = store.reparseLaunches(bot, (payload) => {
      if (payload === 'source-b') throw new Error('killed');
      return readBy(pairs)(payload);
    });
    await expect(cut).rejects.toThrow('killed');
    // The first had been corrected when the second one stopped.
    await store.reparseLaunches(bot, (payload) => readBy(payload === 'source-a' ? pairs : wholeRules)(payload));
    expect(await launches(bot)).toMatchObject([{ source: 'a' }, { source: 'source-b' }]);
    expect(await store.reparseLaunches(bot, readBy(pairs))).toBe(1);
    expect(await launches(bot)).toMatchObject([{ source: 'a' }, { source: 'b' }]);
  });

  it('reads what waits in the spool as well', async () => {
    const bot = store.freshBot();
    await store.writeOnly([launch(bot, 1, 5, 'source-a')]);
    expect(await store.reparseLaunches(bot, readBy(pairs))).toBe(1);
  });
});
