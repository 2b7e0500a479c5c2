import { expect, it } from 'vitest';
import type { Change } from '../../platform/bus/listeners.ts';
import type { Topic } from '../../platform/bus/topics.ts';
import { createBotSends } from './bot-sends.ts';

const start = Date.UTC(2026, 10, 25, 12);
const clock = { now: start };

/** Processes that hear each other at once. */
function processes(count: number) {
  const listeners: { owner: number; topic: Topic; listener: (change: Change) => void }[] = [];
  const published: string[] = [];
  const all = Array.from({ length: count }, (_, owner) =>
    createBotSends({
      now: () => clock.now,
      bus: {
        publish(topic, key) {
          published.push(`${topic} ${key}`);
          for (const one of listeners) if (one.topic === topic) one.listener({ key, isOwn: one.owner === owner });
        },
        subscribe(topic, listener) {
          listeners.push({ owner, topic, listener });
          return () => undefined;
        },
      },
    }),
  );
  return { all, published };
}

const call = (method: string, time: number, status = 200, response: unknown = { ok: true, result: {} }) =>
  [{ method, status, response }, time] as const;

it('is the busiest of the last ten seconds, of methods that send messages', () => {
  const { all } = processes(1);
  const [sends] = all;
  clock.now = start;
  for (let index = 0; index < 12; index += 1) sends?.note('bot', ...call('SendMessage', start + index * 10));
  sends?.note('bot', ...call('sendChatAction', start));
  sends?.note('bot', ...call('getMe', start));
  sends?.note('bot', ...call('sendMessage', start, 403, { ok: false }));
  sends?.note('bot', ...call('sendMediaGroup', start + 1_000, 200, { ok: true, result: [{}, {}, {}] }));
  expect(sends?.load('bot')).toEqual({ perSecond: 12, limitedMs: 0 });
  expect(sends?.load('other')).toEqual({ perSecond: 0, limitedMs: 0 });
  clock.now = start + 11_000;
  expect(sends?.load('bot').perSecond).toBe(3);
  clock.now = start + 60_000;
  expect(sends?.load('bot').perSecond).toBe(0);
  sends?.close();
});

it('knows until when Telegram limits the bot', () => {
  const { all } = processes(1);
  const [sends] = all;
  clock.now = start;
  sends?.note('bot', ...call('sendMessage', start, 429, { ok: false, parameters: { retry_after: 7 } }));
  expect(sends?.load('bot')).toEqual({ perSecond: 0, limitedMs: 7_000 });
  sends?.close();
});

it('reaches the process that sends the bot’s campaigns, and nothing is said of other bots', async () => {
  const { all, published } = processes(2);
  const [proxy, sender] = all;
  clock.now = start;
  sender?.announce('bot');
  for (let index = 0; index < 5; index += 1) {
    proxy?.note('bot', ...call('sendMessage', start + index));
    proxy?.note('quiet', ...call('sendMessage', start + index));
  }
  await expect.poll(() => sender?.load('bot').perSecond, { timeout: 5_000 }).toBe(5);
  expect(published).toEqual(['campaigns-sending bot', `bot-sends bot ${start / 1_000} 5 0`]);
  expect(proxy?.load('bot').perSecond).toBe(5);
  for (const one of all) one.close();
});
