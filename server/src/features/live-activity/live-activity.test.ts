import { type Account, type LiveActivity, type PermissionKey, type ReportType, roleKeys } from '@botscope/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ingestHistory } from '../../analytics/reports/test-bot.ts';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { createApp } from '../../platform/http/app.ts';
import { createHttp } from '../../platform/http/http.ts';
import type { BotRow } from '../bots/bots.ts';
import { registerLiveActivity } from './feature.ts';
import { createLiveActivity } from './live-activity.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

/*
 * Asked at 12:29:30 on 1 March 2024: the minutes are 12:00 to 12:29, online is from 12:24:30.
 *
 * | time     | who | what          |                                        |
 * |----------|-----|---------------|----------------------------------------|
 * | 11:59:59 | Ann | /start        | a second too early for the 30 minutes  |
 * | 12:00:00 | Ann | hi            | the first of them                      |
 * | 12:24:29 | Ben | /start        | of the 30 minutes, no longer online    |
 * | 12:24:30 | Cid | a button      | online                                 |
 * | 12:29:00 | Ann | hello         | online, twice in the minute: one user  |
 * | 12:29:10 | Ann | hello again   |                                        |
 * | 12:29:20 | Ben | blocks        | an event, but no action: not online    |
 */
const ingestScenario = () =>
  ingestHistory(store, (journey) => {
    const ann = journey.user('Ann', { id: 1, username: 'ann' });
    const ben = journey.user('Ben', { id: 2, last_name: 'Lee' });
    const cid = journey.user('Cid', { id: 3 });
    journey.at('2024-03-01T11:59:59Z');
    ann.sends('/start');
    journey.at('2024-03-01T12:00:00Z');
    ann.sends('hi');
    journey.at('2024-03-01T12:24:29Z');
    ben.sends('/start');
    journey.at('2024-03-01T12:24:30Z');
    cid.presses('buy_1');
    journey.at('2024-03-01T12:29:00Z');
    ann.sends('hello');
    journey.at('2024-03-01T12:29:10Z');
    ann.sends('hello again');
    journey.at('2024-03-01T12:29:20Z');
    ben.blocks();
  });
const moment = Date.parse('2024-03-01T12:29:30Z');

test('users online, of each of the last 30 minutes, and the newest events', async () => {
  const bot = await ingestScenario();
  const { start, online, users, minutes, events } = await createLiveActivity({ store, now: () => moment })(bot.key);

  expect(start).toBe(Date.parse('2024-03-01T12:00:00Z'));
  expect({ online, users }).toEqual({ online: 2, users: 3 });
  expect(minutes).toEqual([1, ...new Array(23).fill(0), 2, 0, 0, 0, 0, 1]);
  const ann = { user_id: 1, name: 'Ann', username: 'ann' };
  const ben = { user_id: 2, name: 'Ben Lee', username: '' };
  expect(events.map(({ id: _, ...event }) => event)).toEqual([
    { time: '2024-03-01T12:29:20.000Z', type: 'left', name: '', user: ben },
    { time: '2024-03-01T12:29:10.000Z', type: 'text', name: '', user: ann },
    { time: '2024-03-01T12:29:00.000Z', type: 'text', name: '', user: ann },
    {
      time: '2024-03-01T12:24:30.000Z',
      type: 'button',
      name: 'buy_1',
      user: { user_id: 3, name: 'Cid', username: '' },
    },
    { time: '2024-03-01T12:24:29.000Z', type: 'command', name: '/start', user: ben },
    { time: '2024-03-01T12:00:00.000Z', type: 'text', name: '', user: ann },
  ]);
});

test('however many pages are open, the store is queried once in three seconds; a failure is not kept', async () => {
  const { key } = await ingestScenario();
  let [time, queries, broken] = [moment, 0, false];
  const counting = {
    query: async (statement: Parameters<typeof store.query>[0]) => {
      queries += 1;
      if (broken) throw new Error('away');
      return store.query(statement);
    },
  };
  const read = createLiveActivity({ store: counting as never, now: () => time });
  await Promise.all([read(key), read(key), read(key)]);
  // Two statements, and the names of those who are in the list.
  expect(queries).toBe(3);
  time += 2_999;
  await read(key);
  expect(queries).toBe(3);
  time += 1;
  broken = true;
  await expect(read(key)).rejects.toThrow('away');
  broken = false;
  expect((await read(key)).users).toBe(3);
});

async function answerFor(keys: readonly PermissionKey[], reports: readonly ReportType[] = []) {
  const { key } = await ingestScenario();
  const app = await createApp({ logger: pino({ level: 'silent' }), https: false });
  const http = createHttp<BotRow>(app, {
    account: async () => ({ time_zone: 'UTC' }) as Account,
    permit: async () => ({
      bot: { key } as BotRow,
      permissions: { keys: new Set(keys), reports: new Set(reports), role: null },
    }),
    isOperator: () => false,
    csrfToken: () => 'token',
  });
  registerLiveActivity(http, { liveActivity: createLiveActivity({ store, now: () => moment }) });
  const answer = await app.inject({ url: `/api/bots/${key}/activity` });
  await app.close();
  return { status: answer.statusCode, data: answer.json().data as LiveActivity };
}

test('a single report shows who is online only if it is that of visitors', async () => {
  expect((await answerFor([], ['visitors'])).data.online).toBe(2);
  expect(await answerFor([], ['gender'])).toEqual({ status: 403, data: undefined });
});

test.each([
  ['manager', roleKeys.manager, ['Ben Lee', 'Ann'], ['buy_1', '/start']],
  ['reports alone', ['report.view'], [], []],
  ['reports and commands', ['report.view', 'report.user_commands_stat'], [], ['buy_1', '/start']],
] as const)(
  'names of users and of commands are for those who have the right to them: %s',
  async (_, keys, users, words) => {
    const { online, events } = (await answerFor([...keys] as PermissionKey[])).data;
    expect(online).toBe(2);
    expect(events).toHaveLength(6);
    expect([...new Set(events.flatMap(({ user }) => user?.name ?? []))].slice(0, 2)).toEqual(users);
    expect(events.flatMap(({ name }) => name || [])).toEqual(words);
  },
);
