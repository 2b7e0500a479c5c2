import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { AppError } from '../../platform/errors.ts';
import type { BotFailure } from './bot-failure.ts';
import { createCallRecorder, createUpdateRecorder } from './recorder.ts';

let store: ThrowawayStore;
let failures: BotFailure[];
let touched: string[];
let bot: { key: string; start_rules: null };
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());
beforeEach(() => {
  failures = [];
  touched = [];
  bot = { key: store.freshBot(), start_rules: null };
});

const deps = (write: ThrowawayStore['write'] = store.write) => ({
  store: { write },
  bots: {
    touch: (key: string) => void touched.push(key),
    touchCall: (key: string) => void touched.push(`${key} call`),
  },
  botErrors: { record: (batch: readonly BotFailure[]) => void failures.push(...batch) },
});
const loadEvents = async () =>
  store.query<{ name: string; code: number; direction: string }>({
    sql: 'SELECT name, code, direction FROM events FINAL WHERE bot = {bot:String} ORDER BY name, code',
    params: { bot: bot.key },
  });
const throwUnavailable = async (): Promise<never> => {
  throw new AppError('StoreUnavailable');
};

it('records reported calls once, however often they are reported, and equal calls of one request separately', async () => {
  const record = createCallRecorder(deps());
  const typing = { method: 'sendChatAction', params: { chat_id: 42 }, date: '2026-03-01T10:00:00Z' };
  const calls = [typing, typing, { method: 'getChat', params: {} }, { ...typing, method: 'sendMessage' }];
  await record(bot, calls);
  await record(bot, calls);
  expect((await loadEvents()).map(({ name }) => name)).toEqual(['sendChatAction', 'sendChatAction', 'sendMessage']);
  expect([touched, failures]).toEqual([[`${bot.key} call`, `${bot.key} call`], []]);
});

it('logs errors and invalid calls for the owner, with the reasons of the error log', async () => {
  const date = '2026-03-01T10:00:00Z';
  await createCallRecorder(deps())(bot, [
    {
      method: 'sendMessage',
      params: { chat_id: 42 },
      response: { ok: false, error_code: 400, description: 'Bad Request: chat not found' },
      date,
    },
    { method: 'sendPhoto', response: { ok: false, error_code: 0 }, date },
    { method: 'sendDice', response: { ok: false, error_code: 401, description: 'Unauthorized' }, date },
    { method: undefined, problem: 'NotACall', item: { update_id: 5 } },
  ]);
  expect(failures).toEqual([
    {
      bot: bot.key,
      kind: 'call',
      code: 400,
      method: 'sendMessage',
      reason: 'Refused',
      text: expect.stringMatching(/^Bad Request: chat not found\n\{"method":"sendMessage"/),
      userId: 42,
    },
    { bot: bot.key, kind: 'call', code: 0, method: 'sendPhoto', reason: 'Timeout', text: expect.stringMatching(/^\{/) },
    {
      bot: bot.key,
      kind: 'call',
      code: 401,
      method: 'sendDice',
      reason: 'Unauthorized',
      text: expect.stringMatching(/^Unau/),
    },
    { bot: bot.key, kind: 'call', code: 400, reason: 'NotACall', text: '{"update_id":5}' },
  ]);
  expect(await loadEvents()).toEqual([
    { name: 'sendDice', code: 401, direction: 'out' },
    { name: 'sendMessage', code: 400, direction: 'out' },
    { name: 'sendPhoto', code: -1, direction: 'out' },
  ]);
});

it('takes nothing where nothing can be stored: the sender comes again', async () => {
  const from = { id: 5, is_bot: false, first_name: 'Ann' };
  const update = { update_id: 1, message: { message_id: 1, date: 1_772_359_200, from, text: 'hi' } };
  await expect(createUpdateRecorder(deps(throwUnavailable))(bot, [{ update }, { update: 5 }])).rejects.toMatchObject({
    code: 'StoreUnavailable',
  });
  await expect(createCallRecorder(deps(throwUnavailable))(bot, [{ method: 'sendDice' }])).rejects.toMatchObject({
    code: 'StoreUnavailable',
  });
  expect([failures, touched]).toEqual([[], []]);
  await createUpdateRecorder(deps())(bot, [{ update }, { update: 5 }]);
  expect(failures).toEqual([{ bot: bot.key, kind: 'update', code: 400, reason: 'NotAnObject', text: '5' }]);
  expect(touched).toEqual([bot.key]);
});

it('takes from a paused bot and records nothing of it, not even what is wrong', async () => {
  const paused = { ...bot, paused_at: new Date() };
  const update = { update_id: 1, message: { message_id: 1, date: 1_772_359_200, text: 'hi' } };
  await createUpdateRecorder(deps(throwUnavailable))(paused, [{ update }, { update: 5 }]);
  await createCallRecorder(deps(throwUnavailable))(paused, [{ method: 'sendDice', date: '2026-03-01T10:00:00Z' }]);
  expect([failures, touched]).toEqual([[], []]);
  await createUpdateRecorder(deps())({ ...paused, paused_at: null }, [{ update }]);
  expect(touched).toEqual([bot.key]);
});

it('stores what Telegram dates by that date where our clock is five years ahead, so later names and moments win', async () => {
  const wrongTime = Date.parse('2031-03-02T10:00:00Z');
  const seconds = Date.parse('2026-03-03T10:00:00Z') / 1_000;
  const createUpdate = (id: number, date: number, name: string) => ({
    update: {
      update_id: id,
      message: {
        message_id: id,
        date,
        from: { id: 42, is_bot: false, first_name: name },
        chat: { id: 42, type: 'private' },
        text: 'hello',
      },
    },
  });
  const sentMessage = { message_id: 7, date: seconds, chat: { id: 42, type: 'private' }, text: 'hi' };
  const edited = { ...sentMessage, message_id: 8, date: seconds - 90 * 86_400 };
  const fastClockDeps = { ...deps(), now: () => wrongTime };
  await createUpdateRecorder(fastClockDeps)(bot, [createUpdate(1, seconds, 'Then')]);
  await createCallRecorder(fastClockDeps)(bot, [
    { method: 'sendMessage', params: { chat_id: 42 }, response: sentMessage },
    // The date of the message is no date of the call.
    { method: 'editMessageReplyMarkup', params: { chat_id: 42 }, response: edited },
  ]);
  await createUpdateRecorder({ ...deps(), now: () => (seconds + 3_600) * 1_000 })(bot, [
    createUpdate(2, seconds + 3_600, 'Now'),
  ]);
  const times = await store.query({
    sql: `SELECT kind, name, formatDateTime(time, '%F %H:%i') AS time FROM events FINAL
          WHERE bot = {bot:String} ORDER BY kind, name, time`,
    params: { bot: bot.key },
  });
  expect(times).toEqual([
    { kind: 'call', name: 'editMessageReplyMarkup', time: '2031-03-02 10:00' },
    { kind: 'call', name: 'sendMessage', time: '2026-03-03 10:00' },
    { kind: 'message', name: '', time: '2026-03-03 10:00' },
    { kind: 'message', name: '', time: '2026-03-03 11:00' },
  ]);
  const users = await store.query({
    sql: `SELECT formatDateTime(last_time, '%F %H:%i') AS last, tupleElement(last_profile, 'first_name') AS name
          FROM users FINAL WHERE bot = {bot:String}`,
    params: { bot: bot.key },
  });
  expect(users).toEqual([{ last: '2026-03-03 11:00', name: 'Now' }]);
});
