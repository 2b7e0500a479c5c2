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
  botErrors: { record: (more: readonly BotFailure[]) => void failures.push(...more) },
});
const stored = async () =>
  store.query<{ name: string; code: number; direction: string }>({
    sql: 'SELECT name, code, direction FROM events FINAL WHERE bot = {bot:String} ORDER BY name, code',
    params: { bot: bot.key },
  });
const away = async (): Promise<never> => {
  throw new AppError('StoreUnavailable');
};

it('records reported calls once, however often they are reported, and equal calls of one request separately', async () => {
  const record = createCallRecorder(deps());
  const typing = { method: 'sendChatAction', params: { chat_id: 42 }, date: '2026-03-01T10:00:00Z' };
  const calls = [typing, typing, { method: 'getChat', params: {} }, { ...typing, method: 'sendMessage' }];
  await record(bot, calls);
  await record(bot, calls);
  expect((await stored()).map(({ name }) => name)).toEqual(['sendChatAction', 'sendChatAction', 'sendMessage']);
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
  expect(await stored()).toEqual([
    { name: 'sendDice', code: 401, direction: 'out' },
    { name: 'sendMessage', code: 400, direction: 'out' },
    { name: 'sendPhoto', code: -1, direction: 'out' },
  ]);
});

it('takes nothing where nothing can be stored: the sender comes again', async () => {
  const from = { id: 5, is_bot: false, first_name: 'Ann' };
  const update = { update_id: 1, message: { message_id: 1, date: 1_772_359_200, from, text: 'hi' } };
  await expect(createUpdateRecorder(deps(away))(bot, [{ update }, { update: 5 }])).rejects.toMatchObject({
    code: 'StoreUnavailable',
  });
  await expect(createCallRecorder(deps(away))(bot, [{ method: 'sendDice' }])).rejects.toMatchObject({
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
  await createUpdateRecorder(deps(away))(paused, [{ update }, { update: 5 }]);
  await createCallRecorder(deps(away))(paused, [{ method: 'sendDice', date: '2026-03-01T10:00:00Z' }]);
  expect([failures, touched]).toEqual([[], []]);
  await createUpdateRecorder(deps())({ ...paused, paused_at: null }, [{ update }]);
  expect(touched).toEqual([bot.key]);
});
