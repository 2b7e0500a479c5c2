import type { Event } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anEvent } from './test-event.ts';
import { engines, openThrowawayStore, type ThrowawayStore } from './test-stores.ts';
import { usersTable, usersTableParams } from './user-rebuilds.ts';

/*
 * One event is its winning copy, the one that reached us first; `users` knows of no other. User 1 on 5 March 2026:
 *
 * | event | copies                                                     | wins  |
 * |-------|------------------------------------------------------------|-------|
 * | 10    | /start ads at 10:00, received 10:00; uploaded: at 4 March  | 10:00 |
 * | 11    | a text at 11:00, received 11:00; undated: on 9 March       | 11:00 |
 */
const marchTime = (text: string): number => Date.parse(`2026-03-${text}:00Z`);
const ofUser = (bot: string, id: number, time: string, receiptTime: string, overrides: Partial<Event> = {}): Event =>
  // The partition key is Telegram's day, whatever the sender's date is.
  anEvent({
    bot,
    id: String(id),
    partitionKey: 20_517,
    time: marchTime(time),
    receivedAt: marchTime(receiptTime),
    ...overrides,
  });

const start = { isStart: true, type: 'command', name: '/start', startPayload: 'ads', source: 'ads' } as const;
const expectedTimes = {
  first: '2026-03-05 10:00',
  last: '2026-03-05 11:00',
  action: '2026-03-05 10:00',
  source: 'ads',
};

const scenario = (bot: string) => ({
  start: ofUser(bot, 10, '05T10:00', '05T10:00', start),
  startUploaded: ofUser(bot, 10, '04T10:00', '08T10:00', start),
  text: ofUser(bot, 11, '05T11:00', '05T11:00'),
  textUndated: ofUser(bot, 11, '09T12:00', '09T12:00'),
});

describe.each(engines)('%s', (kind) => {
  let store: ThrowawayStore;
  beforeAll(async () => {
    store = await openThrowawayStore(kind, { rollupTimeoutMs: 0 });
  });
  afterAll(() => store.close());

  /** As the table has it, and as reports read it. */
  async function loadUser(bot: string, table = 'users FINAL', params = {}, user = 1) {
    const [row] = await store.query<typeof expectedTimes>({
      sql: `SELECT formatDateTime(first_time, '%F %H:%i') AS first, formatDateTime(last_time, '%F %H:%i') AS last,
              formatDateTime(first_action, '%F %H:%i') AS action, tupleElement(first_source, 'source') AS source
            FROM ${table} WHERE bot = {bot:String} AND user_id = {user:Int64}`,
      params: { bot, user, ...params },
    });
    return row;
  }
  async function asRead(bot: string, user = 1) {
    const toRebuild = (await store.rollup(bot))?.usersToRebuild ?? [];
    return await loadUser(bot, usersTable(toRebuild), usersTableParams(toRebuild), user);
  }
  const marks = (bot: string) =>
    store.query<{ user_id: number }>({
      sql: 'SELECT DISTINCT user_id FROM user_rebuilds WHERE bot = {bot:String}',
      params: { bot },
    });

  test.each([
    [
      'each in an insert of its own',
      (write: Write, { start, startUploaded, text, textUndated }: Scenario) =>
        [[start], [text], [startUploaded], [textUndated]].map((events) => () => write(events)),
    ],
    [
      'several pushes in one insert',
      (_: Write, { start, startUploaded, text, textUndated }: Scenario) => [
        () => Promise.all([[start], [startUploaded, text], [textUndated]].map((events) => store.writeOnly(events))),
      ],
    ],
    [
      'one batch, at one moment: the first listed wins',
      (write: Write, { start, startUploaded, text, textUndated }: Scenario) => [
        () => write([start, { ...startUploaded, receivedAt: start.receivedAt }]),
        () => write([text, { ...textUndated, receivedAt: text.receivedAt }]),
      ],
    ],
    [
      'the same rows once more, as after a crash',
      (write: Write, { start, startUploaded, text, textUndated }: Scenario) =>
        [[start, text], [startUploaded, textUndated], [start, text], [startUploaded]].map(
          (events) => () => write(events),
        ),
    ],
  ])('losing copies leave no trace in users: %s', async (_, steps) => {
    const bot = store.freshBot();
    for (const step of steps(store.write, scenario(bot))) await step();
    await store.flush();
    expect(await loadUser(bot)).toEqual(expectedTimes);
    const [times] = await store.query({
      sql: "SELECT groupArray(formatDateTime(time, '%F %H:%i')) AS times FROM (SELECT time FROM events FINAL WHERE bot = {bot:String} ORDER BY time)",
      params: { bot },
    });
    expect(times).toEqual({ times: ['2026-03-05 10:00', '2026-03-05 11:00'] });
  });

  test('a copy that was received first and stored last wins: its user is read from events until the row is rebuilt', async () => {
    const bot = store.freshBot();
    const { start, startUploaded, text, textUndated } = scenario(bot);
    await store.write([startUploaded, textUndated, ofUser(bot, 20, '06T10:00', '06T10:00', { userId: 2, chatId: 2 })]);
    expect(await loadUser(bot)).toMatchObject({ first: '2026-03-04 10:00', last: '2026-03-09 12:00' });
    await store.write([start, text]);

    expect(await marks(bot)).toEqual([{ user_id: 1 }]);
    expect(await asRead(bot)).toEqual(expectedTimes);
    expect(await asRead(bot, 2)).toMatchObject({ first: '2026-03-06 10:00' });
    for (let runs = 1; runs <= 2; runs += 1) {
      await store.rollUp(bot, marchTime('10T00:00'));
      expect(await asRead(bot)).toEqual(expectedTimes);
      expect(await loadUser(bot)).toEqual(expectedTimes);
    }
    expect(await marks(bot)).toEqual([]);
    await store.rebuildUsers(bot);
    expect(await loadUser(bot)).toEqual(expectedTimes);
  });

  test('a rebuilt row keeps what deleted events contributed', async () => {
    const bot = store.freshBot();
    const { start, startUploaded, text, textUndated } = scenario(bot);
    await store.write([ofUser(bot, 9, '01T09:00', '01T09:00', { partitionKey: 20_513 })]);
    await store.deleteBefore(bot, marchTime('03T00:00'));
    await store.write([startUploaded, textUndated]);
    await store.write([start, text]);
    const timesAfterDeletion = { ...expectedTimes, first: '2026-03-01 09:00', action: '2026-03-01 09:00' };
    expect(await asRead(bot)).toEqual(timesAfterDeletion);
    await store.rollUp(bot, marchTime('10T00:00'));
    expect(await loadUser(bot)).toEqual(timesAfterDeletion);
  });

  test('an uploaded list names only whom nothing else has shown', async () => {
    const bot = store.freshBot();
    const inList = (id: number, userId: number, time: string, firstName: string): Event =>
      ofUser(bot, id, time, time, { userId, chatId: userId, kind: 'imported', isAction: false, type: '', firstName });
    const toMessageFields = (firstName: string) => ({
      firstName,
      payload: `{"message":{"from":{"id":1,"first_name":"${firstName}"}}}`,
    });
    const toImportFields = (id: number, name: string) => ({
      payload: `{"imported":{"from":{"id":${id},"first_name":"${name}"}}}`,
    });
    await store.write([
      ofUser(bot, 30, '05T10:00', '05T10:00', toMessageFields('Ada')),
      { ...inList(31, 1, '07T10:00', ''), ...toImportFields(1, '') },
      { ...inList(32, 2, '06T10:00', 'Bo'), ...toImportFields(2, 'Bo') },
      { ...inList(33, 2, '07T10:00', 'Bob'), ...toImportFields(2, 'Bob') },
    ]);
    const names = () =>
      store.query({
        sql: "SELECT user_id, tupleElement(last_profile, 'first_name') AS name FROM users FINAL WHERE bot = {bot:String} ORDER BY user_id",
        params: { bot },
      });
    const expected = [
      { user_id: 1, name: 'Ada' },
      { user_id: 2, name: 'Bob' },
    ];
    expect(await names()).toEqual(expected);
    await store.rebuildUsers(bot);
    expect(await names()).toEqual(expected);
  });
});

type Write = (events: readonly Event[]) => Promise<void>;
type Scenario = ReturnType<typeof scenario>;
