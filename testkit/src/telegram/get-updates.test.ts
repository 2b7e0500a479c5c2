import type { Update } from '@botscope/server/simulation/users/telegram-types.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock, type SettableClock } from '../clock.ts';
import type { SimulatedUser } from '../user.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from './server.ts';
import type { SimulatedBot } from './simulated-bot.ts';
import { callMethod } from './test-client.ts';

let clock: SettableClock;
let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let anna: SimulatedUser;
const poll = (parameters: Record<string, unknown> = {}, signal?: AbortSignal) =>
  callMethod({ url: telegram.url, token: bot.token }, 'getUpdates', parameters, signal);
const texts = (answer: Awaited<ReturnType<typeof poll>>) =>
  (answer.body.result as Update[]).map((update) => update.message?.text);
const untilWaiting = () => vi.waitUntil(() => bot.isPolling, 10_000);
const conflictText =
  'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';

beforeEach(async () => {
  clock = createClock('2026-03-02T09:00:00Z');
  telegram = await startSimulatedTelegram({ clock });
  bot = telegram.addBot({ username: 'shop_bot' });
  anna = telegram.user({ first_name: 'Anna' });
});
afterEach(() => telegram.stop());

test('offset confirms, limit clamps, a negative offset keeps the last, an offset far beyond the end starts over', async () => {
  for (const text of ['a', 'b', 'c']) anna.sends(text);
  const first = await poll({ offset: 0 });
  expect(texts(first)).toEqual(['a', 'b', 'c']);
  const ids = (first.body.result as Update[]).map((update) => update.update_id);
  expect(ids).toEqual([ids[0], ids[0]! + 1, ids[0]! + 2]);
  expect(texts(await poll({ offset: ids[1], limit: 1 }))).toEqual(['b']);
  expect(texts(await poll({ offset: 5 }))).toEqual(['b', 'c']);
  expect(texts(await poll({ offset: ids[2]! + 100, limit: 0 }))).toEqual(['b']);
  expect(texts(await poll({ offset: -1 }))).toEqual(['c']);
  expect(bot.pending).toBe(1);
});

test('a long poll waits until an update comes or its time is over; 50 seconds at most', async () => {
  const firstPoll = poll({ timeout: 30 });
  await untilWaiting();
  anna.sends('hello');
  expect(texts(await firstPoll)).toEqual(['hello']);
  const lastPoll = poll({ offset: -1, timeout: 1_000 });
  expect(texts(await lastPoll)).toEqual(['hello']);
  const id = (await poll({ offset: 0 })).body.result as Update[];
  const timedPoll = poll({ offset: id[0]!.update_id + 1, timeout: 1_000 });
  await untilWaiting();
  clock.advance('49s');
  expect(bot.isPolling).toBe(true);
  clock.advance('1s');
  expect(texts(await timedPoll)).toEqual([]);
});

test('a repeated offset within three seconds waits three seconds', async () => {
  expect(texts(await poll({ offset: 7 }))).toEqual([]);
  const repeatPoll = poll({ offset: 7 });
  await untilWaiting();
  clock.advance('3s');
  expect(texts(await repeatPoll)).toEqual([]);
});

test('a newer poll ends the waiting one with 409; the next conflict within three seconds is answered late', async () => {
  const first = poll({ timeout: 30 });
  await untilWaiting();
  const second = poll({ timeout: 30 });
  expect(await first).toMatchObject({ status: 409, body: { description: conflictText } });
  await untilWaiting();
  const third = poll({ timeout: 30 });
  await vi.waitUntil(() => clock.waiting === 2, 10_000);
  clock.advance('3s');
  expect((await second).body.description).toBe(conflictText);
  anna.sends('for the third');
  expect(texts(await third)).toEqual(['for the third']);
});

test('a caller who hangs up is forgotten and loses nothing', async () => {
  const caller = new AbortController();
  const abortedPoll = poll({ timeout: 30 }, caller.signal).catch((error: Error) => error.name);
  await untilWaiting();
  caller.abort();
  expect(await abortedPoll).toBe('AbortError');
  await vi.waitUntil(() => !bot.isPolling, 10_000);
  anna.sends('still here');
  expect(texts(await poll())).toEqual(['still here']);
});

test('a webhook and getUpdates exclude each other', async () => {
  const call = (method: string, parameters = {}) =>
    callMethod({ url: telegram.url, token: bot.token }, method, parameters);
  const waitingPoll = poll({ timeout: 30 });
  await untilWaiting();
  expect((await call('setWebhook', { url: 'https://192.0.2.1/hook' })).body).toEqual({
    ok: true,
    result: true,
    description: 'Webhook was set',
  });
  expect(await waitingPoll).toMatchObject({
    status: 409,
    body: { description: 'Conflict: terminated by setWebhook request' },
  });
  clock.advance('3s');
  expect(await poll()).toMatchObject({
    status: 409,
    body: {
      description:
        "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    },
  });
  expect((await call('deleteWebhook')).body.description).toBe('Webhook was deleted');
  expect((await call('deleteWebhook')).body.description).toBe('Webhook is already deleted');
  expect((await poll()).status).toBe(200);
});

test('allowed_updates: default without reactions, remembered, reset by an empty list, kept by "null"', async () => {
  const heart = () => anna.reacts('❤️');
  anna.sends('hi');
  heart();
  await poll({ offset: -1, allowed_updates: ['message_reaction'] });
  heart();
  anna.sends('not wanted');
  const kinds = async () =>
    ((await poll({ offset: -1 })).body.result as Update[]).map((update) => Object.keys(update)[1]);
  expect(await kinds()).toEqual(['message_reaction']);
  clock.advance('3s');
  await poll({ allowed_updates: 'null' });
  anna.sends('still not wanted');
  expect(bot.pending).toBe(1);
  clock.advance('3s');
  await poll({ allowed_updates: [] });
  anna.sends('wanted again');
  expect(bot.pending).toBe(2);
});

test('updates expire: a button press after 150 seconds, a message after a day', async () => {
  anna.sends('hi');
  bot.receives({ callback_query: { id: '1', from: anna.user, chat_instance: '1', data: 'x' } });
  clock.advance('149s');
  expect(bot.pending).toBe(2);
  clock.advance('1s');
  expect(bot.pending).toBe(1);
  clock.advance('1d');
  expect(bot.pending).toBe(0);
});

test('the answer is written as the real server writes it: a line break after each number', async () => {
  anna.sends('a');
  anna.sends('b');
  const text = await (await fetch(`${telegram.url}/bot${bot.token}/getUpdates`)).text();
  expect(text).toMatch(
    /^\{"ok":true,"result":\[\{"update_id":\d+,\n"message":\{.*\}\},\{"update_id":\d+,\n"message":\{.*\}\}\]\}$/,
  );
});
