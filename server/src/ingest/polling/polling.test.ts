import { createClock, type SettableClock } from '@botscope/testkit/clock.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { type ApiAnswer, callMethod } from '@botscope/testkit/telegram/test-client.ts';
import type { SimulatedUser } from '@botscope/testkit/user.ts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Update } from '../../simulation/users/telegram-types.ts';
import { proxyClock, startTestProxy, type TestProxy, testBot } from '../proxy/test-proxy.ts';

let clock: SettableClock;
let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let anna: SimulatedUser;
let testProxy: TestProxy;
let queued: { id: number; raw: string }[];
let recording: Promise<void>;
let recordedUpdates: string[];

const poll = (parameters: Record<string, unknown> = {}, signal?: AbortSignal) =>
  callMethod({ url: testProxy.url, token: bot.token }, 'getUpdates', parameters, signal);
const toUpdates = (answer: ApiAnswer) => answer.body.result as Update[];
const texts = (answer: ApiAnswer) => toUpdates(answer).map(({ message }) => message?.text);
const polls = () => bot.calls.filter(({ method }) => method === 'getUpdates');
const isPolling = () => expect.poll(() => bot.isPolling).toBe(true);
const recordedTexts = () => recordedUpdates.map((raw) => JSON.parse(raw).message?.text);
/** Moves the clock on, again and again, until something has come true. */
const whileTimePasses = (check: () => boolean) =>
  expect
    .poll(() => {
      if (!check()) clock.advance('1s');
      return check();
    })
    .toBe(true);

beforeEach(async () => {
  clock = createClock('2026-03-02T09:00:00Z');
  queued = [];
  recordedUpdates = [];
  recording = Promise.resolve();
  telegram = await startSimulatedTelegram({ clock });
  bot = telegram.addBot({ username: 'shop_bot' });
  anna = telegram.user({ first_name: 'Anna' });
  testProxy = await startTestProxy(telegram.url, {
    clock: proxyClock(clock),
    recordUpdates(_bot, items) {
      recordedUpdates.push(...items.map(({ raw }) => raw));
      return recording;
    },
    queued: {
      queued: () => queued.length,
      async takeQueued(_bot, offset, limit) {
        queued = queued.filter(({ id }) => id >= offset);
        return queued.slice(0, limit);
      },
    },
  });
  testProxy.bots.set(bot.token, testBot({ apiRoot: telegram.url }));
});
afterEach(async () => {
  await testProxy.stop();
  await telegram.stop();
});

describe('a bot that polls through us', () => {
  it('gets what Telegram has, byte for byte, and it is recorded', async () => {
    anna.sends('one "quoted" ]}');
    anna.sends('two');
    const ours = await (await fetch(`${testProxy.url}/bot${bot.token}/getUpdates?limit=100`)).text();
    clock.advance('3s');
    const theirs = await (await fetch(`${telegram.url}/bot${bot.token}/getUpdates?limit=100`)).text();
    expect(ours).toBe(theirs);
    expect(recordedTexts()).toEqual(['one "quoted" ]}', 'two']);
    expect(polls()[0]?.params).toMatchObject({ offset: '0', limit: '100', timeout: '0' });
  });

  it('waits at Telegram, is woken by an update, and hears nothing when its time is over', async () => {
    const openPoll = poll({ timeout: 30 });
    await isPolling();
    anna.sends('hello');
    expect(texts(await openPoll)).toEqual(['hello']);
    const offset = (toUpdates(await poll())[0]?.update_id ?? 0) + 1;
    const emptyPoll = poll({ offset, timeout: 30 });
    await isPolling();
    clock.advance('30s');
    expect(texts(await emptyPoll)).toEqual([]);
    expect(bot.pending).toBe(0);
  });

  it.each([
    [0, 0],
    [1, 1],
    [20, 20],
    [49, 49],
    [50, 50],
    // go-telegram's; its client waits for 60 s.
    [59, 50],
    ['59', 50],
    [60, 50],
    [86_400, 50],
    [-5, 0],
  ])('that asks for %s seconds is answered after %i, as by Telegram itself', async (timeout, seconds) => {
    const longPoll = poll({ timeout });
    if (seconds > 0) {
      await isPolling();
      clock.advance(`${seconds * 1_000 - 1}ms`);
      expect(bot.isPolling).toBe(true);
      clock.advance('1ms');
    }
    expect(texts(await longPoll)).toEqual([]);
    expect(polls().at(-1)?.params.timeout).toBe(String(seconds));
    expect(testProxy.notes).toEqual([]);
  });

  it('is answered within five seconds of its time where Telegram says nothing', async () => {
    bot.script({ method: 'getUpdates', outcome: { slow: '10m' } });
    const slow = poll({ timeout: 59 });
    await expect.poll(() => polls().length).toBe(1);
    clock.advance('54900ms');
    expect(texts(await slow)).toEqual([]);
    expect(testProxy.notes).toEqual(['polling 0 getUpdates Timeout']);
  });

  it('gets only the kinds that it asked for; the others are recorded and do not block the queue', async () => {
    const reacts = () =>
      bot.receives({ message_reaction: { chat: anna.user, message_id: 1, user: anna.user } as never });
    await poll({ allowed_updates: ['message'] });
    expect(testProxy.notes).toEqual(['remember message']);
    reacts();
    reacts();
    anna.sends('wanted');
    clock.advance('3s');
    expect(texts(await poll({ limit: 1 }))).toEqual(['wanted']);
    expect(recordedUpdates).toHaveLength(3);
    clock.advance('3s');
    const offset = (toUpdates(await poll({ allowed_updates: 'null' }))[0]?.update_id ?? 0) + 1;
    const openPoll = poll({ offset, timeout: 30 });
    await isPolling();
    reacts();
    await expect.poll(() => bot.pending === 0 && bot.isPolling).toBe(true);
    anna.sends('wanted too');
    expect(texts(await openPoll)).toEqual(['wanted too']);
    expect(recordedUpdates.map((raw) => Object.keys(JSON.parse(raw))[1])).toContain('message_reaction');
  });

  it('gets the last updates with a negative offset; those it never sees are recorded all the same', async () => {
    for (let number = 1; number <= 230; number++) anna.sends(`${number}`);
    expect(texts(await poll({ offset: -2, timeout: 10 }))).toEqual(['229', '230']);
    expect(new Set(recordedTexts()).size).toBe(230);
    expect(bot.pending).toBe(2);
    await telegramForgets();
    expect(texts(await poll({ offset: -1, timeout: 0 }))).toEqual([]);
  });

  it('is ended by a newer poll as Telegram ends it; the owner is notified of two that go on', async () => {
    const conflict =
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running';
    const first = poll({ timeout: 30 });
    await isPolling();
    const second = poll({ timeout: 30 });
    expect(await first).toMatchObject({ status: 409, body: { ok: false, error_code: 409, description: conflict } });
    expect(testProxy.notes).toEqual([]);
    await expect.poll(() => polls().length).toBe(2);
    await isPolling();
    clock.advance('30s');
    expect((await second).status).toBe(200);
    clock.advance('31s');
    const third = poll({ timeout: 30 });
    await isPolling();
    const fourth = poll({ timeout: 30 });
    expect((await third).status).toBe(409);
    await isPolling();
    const fifth = poll({ timeout: 30 });
    expect((await fourth).status).toBe(409);
    expect(testProxy.notes).toEqual([`problem SecondPoller: ${conflict}`, 'polling 409 getUpdates SecondPoller']);
    await isPolling();
    anna.sends('hello');
    expect(texts(await fifth)).toEqual(['hello']);
  });

  it('changes nothing while the bot has a webhook of its own: 409, and the owner is notified', async () => {
    const proxyBot = testProxy.bots.get(bot.token);
    if (proxyBot) proxyBot.delivery = 'webhook';
    Object.assign(testProxy.deps.intercepts, { beginPolling: async () => false });
    const conflictAnswer = await poll({ timeout: 30 });
    const conflict =
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first";
    expect(conflictAnswer).toMatchObject({ status: 409, body: { ok: false, error_code: 409, description: conflict } });
    expect(polls()).toEqual([]);
    expect(testProxy.notes).toEqual([`problem SecondPoller: ${conflict}`, 'polling 409 getUpdates SecondPoller']);
  });

  it('takes its poll back by hanging up, and loses nothing', async () => {
    const leaving = new AbortController();
    const abandonedPoll = poll({ timeout: 30 }, leaving.signal).catch(() => 'left');
    await isPolling();
    leaving.abort();
    expect(await abandonedPoll).toBe('left');
    await expect.poll(() => bot.isPolling).toBe(false);
    anna.sends('still here');
    expect(texts(await poll({ limit: 1 }))).toEqual(['still here']);
  });

  it('hears of a second poller elsewhere only if it stays', async () => {
    const conflict = { code: 409, description: 'Conflict: terminated by other getUpdates request; make sure' };
    bot.script({ method: 'getUpdates', outcome: conflict });
    const openPoll = poll({ timeout: 30 });
    await expect.poll(() => testProxy.notes.length).toBe(2);
    await whileTimePasses(() => bot.isPolling);
    anna.sends('hello');
    expect(texts(await openPoll)).toEqual(['hello']);
    bot.script({ method: 'getUpdates', outcome: conflict, times: 100 });
    const second = poll({ timeout: 10 });
    let answer: ApiAnswer | undefined;
    void second.then((pollAnswer) => {
      answer = pollAnswer;
    });
    await whileTimePasses(() => answer !== undefined);
    expect(answer).toMatchObject({ status: 409, body: { description: conflict.description } });
    expect(testProxy.notes).toEqual([
      `problem SecondPoller: ${conflict.description}`,
      'polling 409 getUpdates SecondPoller',
      `problem SecondPoller: ${conflict.description}`,
      'polling 409 getUpdates SecondPoller',
    ]);
  });

  it('gets Telegram’s errors unchanged; a second one at once is delayed', async () => {
    bot.script({ method: 'getUpdates', outcome: { retryAfter: 5 } });
    expect(await poll({ timeout: 30 })).toMatchObject({ status: 429, body: { parameters: { retry_after: 5 } } });
    bot.script({ method: 'getUpdates', outcome: { reset: 'before' }, times: 2 });
    const second = poll({ timeout: 30 });
    let isAnswered = false;
    void second.then(() => {
      isAnswered = true;
    });
    await expect.poll(() => clock.nextIn).toBe(100);
    expect(isAnswered).toBe(false);
    clock.advance('100ms');
    expect((await second).status).toBe(502);
    clock.advance('10s');
    bot.revokeToken();
    expect((await poll({ timeout: 30 })).status).toBe(401);
    expect(testProxy.notes).toContain('problem TokenRevoked: Unauthorized');
  });

  it('takes our webhook’s place, and first gets what waited here', async () => {
    const proxyBot = testProxy.bots.get(bot.token);
    if (proxyBot) proxyBot.delivery = 'webhook';
    anna.sends('at Telegram');
    const id = JSON.parse((await fetchQueue())[0] ?? '').update_id as number;
    const raw = `{"update_id":${id - 1},"message":{"text":"queued here","n":1.0}}`;
    queued = [{ id: id - 1, raw }];
    const answer = await fetch(`${testProxy.url}/bot${bot.token}/getUpdates`);
    expect(await answer.text()).toMatch(`{"ok":true,"result":[${raw},\n{"update_id":${id},`);
    expect(testProxy.notes).toEqual(['beginPolling']);
    clock.advance('3s');
    const openPoll = poll({ offset: id + 1, timeout: 30 });
    await isPolling();
    expect([queued, bot.pending]).toEqual([[], 0]);
    anna.sends('later');
    expect(texts(await openPoll)).toEqual(['later']);
  });

  it('is served although nothing can be recorded, after a moment', async () => {
    recording = new Promise(() => undefined);
    anna.sends('hello');
    const answer = poll({ timeout: 30 });
    await expect.poll(() => clock.nextIn).toBe(50);
    clock.advance('50ms');
    expect(texts(await answer)).toEqual(['hello']);
  });

  it('is served although recording fails', async () => {
    recording = Promise.reject(new Error('a mistake'));
    recording.catch(() => 'it is for the product to catch it');
    anna.sends('hello');
    expect(texts(await poll({ timeout: 30 }))).toEqual(['hello']);
    expect(testProxy.notes).toHaveLength(1);
  });

  it('is answered with nothing when the server stops', async () => {
    const openPoll = poll({ timeout: 30 });
    await isPolling();
    await testProxy.proxy.close();
    const answer = await openPoll;
    expect([texts(answer), answer.headers.get('connection')]).toEqual([[], 'close']);
  });

  it('gets, in order and over any calls, all it asked for and nothing else; all is recorded', async () => {
    const kinds = ['message', 'message_reaction', 'poll'] as const;
    const contents = {
      message: { message_id: 1, date: 1, from: anna.user, chat: { ...anna.user, type: 'private' }, text: 'hi' },
      message_reaction: {
        message_id: 1,
        date: 1,
        user: anna.user,
        chat: anna.user,
        old_reaction: [],
        new_reaction: [],
      },
      poll: { id: '1', question: 'well?', options: [] },
    };
    const step = fc.record({
      news: fc.array(fc.constantFrom(...kinds), { maxLength: 6 }),
      limit: fc.integer({ min: 1, max: 5 }),
      allowed: fc.option(fc.subarray([...kinds], { minLength: 1 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const other = telegram.addBot({ username: `other_bot` });
        testProxy.bots.set(other.token, testBot({ apiRoot: telegram.url }));
        recordedUpdates.length = 0;
        // The superset is asked for by the first poll; before it Telegram makes default kinds only.
        let offset = 0;
        let allowedKinds: readonly string[] = kinds;
        const ask = async (limit: number, namedKinds?: string[]) => {
          const parameters = { offset, limit, ...(namedKinds === undefined ? {} : { allowed_updates: namedKinds }) };
          const receivedUpdates = toUpdates(
            await callMethod({ url: testProxy.url, token: other.token }, 'getUpdates', parameters),
          );
          clock.advance('3s');
          for (const update of receivedUpdates) {
            expect(update.update_id).toBeGreaterThanOrEqual(offset);
            offset = update.update_id + 1;
            seenIds.push(update.update_id);
            expect(allowedKinds).toContain(Object.keys(update)[1]);
          }
          return receivedUpdates.length;
        };
        const seenIds: number[] = [];
        const all: { id: number; kind: string }[] = [];
        await ask(1, [...kinds]);
        const expectedIds: number[] = [];
        for (const { news, limit, allowed: namedKinds } of steps) {
          // All that came under the former choice is fetched before the choice changes.
          if (namedKinds !== undefined) {
            while ((await ask(5)) > 0);
            allowedKinds = namedKinds;
          }
          for (const kind of news) {
            const createdUpdate = other.receives({ [kind]: contents[kind] } as never);
            if (createdUpdate === undefined) throw new Error(`Telegram made no ${kind}`);
            all.push({ id: createdUpdate.update_id, kind });
            if (allowedKinds.includes(kind)) expectedIds.push(createdUpdate.update_id);
          }
          await ask(limit, namedKinds);
        }
        while ((await ask(5)) > 0);
        expect(seenIds).toEqual(expectedIds);
        const recordedIds = new Set(recordedUpdates.map((raw) => JSON.parse(raw).update_id));
        expect(all.filter(({ id }) => !recordedIds.has(id))).toEqual([]);
        expect(other.pending).toBe(0);
      }),
      { numRuns: 25 },
    );
  });
});

async function telegramForgets(): Promise<void> {
  const last = toUpdates(await callMethod({ url: telegram.url, token: bot.token }, 'getUpdates', { offset: -1 }))[0];
  clock.advance('3s');
  await callMethod({ url: telegram.url, token: bot.token }, 'getUpdates', { offset: (last?.update_id ?? 0) + 1 });
  clock.advance('3s');
}

async function fetchQueue(): Promise<string[]> {
  const answer = await callMethod({ url: telegram.url, token: bot.token }, 'getUpdates', {});
  clock.advance('3s');
  return toUpdates(answer).map((update) => JSON.stringify(update));
}
