import type { CapturedCall } from '../../ingest/proxy/captured-call.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { clockOf, systemClock } from '../../platform/clock.ts';
import { child, integer, isObject } from '../../telegram/json.ts';

/** Window whose busiest second counts, s: bots send in bursts. */
const windowS = 10;
/** Validity of an announcement, ms: a process that sends a bot's campaigns announces it every three seconds. */
const heardMs = 10_000;
const flushMs = 1_000;

/** Rate of the bot's own messages, as far as they pass here. */
export interface BotLoad {
  /** Messages in the busiest second of the last ten. */
  perSecond: number;
  /** Remaining wait that Telegram has imposed on the bot, ms; 0: none. */
  limitedMs: number;
}

/** Measures how much bots send by themselves: their campaigns leave them that share of Telegram's limits. */
export interface BotSends {
  /** A call of the bot that passed the proxy, or was its reply to a webhook; `at`: when, unix ms. */
  note(bot: string, call: Pick<CapturedCall, 'method' | 'status' | 'response'>, at: number): void;
  load(bot: string): BotLoad;
  /** This process sends the bot's campaigns: all report what the bot sends through them, for its pace and its page. */
  announce(bot: string): void;
  close(): void;
}

interface SendCounter {
  /** Messages by second. */
  seconds: Map<number, number>;
  /** A moment of the monotonic clock. */
  limitedUntil: number;
}

export function createBotSends(deps: { bus: Pick<Bus, 'publish' | 'subscribe'>; now?: () => number }): BotSends {
  const { bus } = deps;
  const { now, monotonic } = deps.now === undefined ? systemClock : clockOf(deps.now);
  const counts = new Map<string, SendCounter>();
  /** Bots whose campaigns are being sent, and until when the announcement is valid. */
  const sendingUntil = new Map<string, number>();
  let unsent = new Map<string, { bot: string; second: number; messages: number; limitedUntil: number }>();

  function add(bot: string, second: number, messages: number, limitedUntil: number): void {
    const counter = counts.get(bot) ?? { seconds: new Map<number, number>(), limitedUntil: 0 };
    counts.set(bot, counter);
    counter.seconds.set(second, (counter.seconds.get(second) ?? 0) + messages);
    counter.limitedUntil = Math.max(counter.limitedUntil, limitedUntil);
    for (const oldSecond of counter.seconds.keys()) if (oldSecond < second - windowS) counter.seconds.delete(oldSecond);
  }

  function flush(): void {
    const batch = [...unsent.values()];
    unsent = new Map();
    for (const { bot, second, messages, limitedUntil } of batch) {
      bus.publish('bot-sends', `${bot} ${second} ${messages} ${Math.max(0, Math.ceil(limitedUntil - monotonic()))}`);
    }
    const first = Math.floor(now() / 1_000) - windowS;
    for (const [bot, { seconds, limitedUntil }] of counts) {
      const isOld = [...seconds.keys()].every((second) => second < first);
      if (isOld && limitedUntil <= monotonic()) counts.delete(bot);
    }
    for (const [bot, until] of sendingUntil) if (until <= monotonic()) sendingUntil.delete(bot);
  }

  const stops = [
    bus.subscribe('campaigns-sending', ({ key }) => {
      if (key !== null) sendingUntil.set(key, monotonic() + heardMs);
    }),
    bus.subscribe('bot-sends', ({ key, isOwn }) => {
      if (key === null || isOwn) return;
      const [bot = '', second, messages, limitedMs] = key.split(' ');
      add(bot, Number(second), Number(messages), limitedMs === '0' ? 0 : monotonic() + Number(limitedMs));
    }),
  ];
  const timer = setInterval(flush, flushMs).unref();

  return {
    note(bot, { method, status, response }, time) {
      if (!isSending(method) || (status !== 200 && status !== 429)) return;
      const second = Math.floor(time / 1_000);
      const messages = status === 200 ? countMessages(response) : 0;
      const limitedUntil = status === 429 ? monotonic() + parseRetryAfter(response) * 1_000 : 0;
      add(bot, second, messages, limitedUntil);
      if ((sendingUntil.get(bot) ?? 0) <= monotonic()) return;
      const key = `${bot} ${second}`;
      const unsentCount = unsent.get(key) ?? { bot, second, messages: 0, limitedUntil: 0 };
      unsentCount.messages += messages;
      unsentCount.limitedUntil = Math.max(unsentCount.limitedUntil, limitedUntil);
      unsent.set(key, unsentCount);
    },
    load(bot) {
      const counter = counts.get(bot);
      if (counter === undefined) return { perSecond: 0, limitedMs: 0 };
      const first = Math.floor(now() / 1_000) - windowS;
      const recent = [...counter.seconds].filter(([second]) => second >= first).map(([, messages]) => messages);
      return { perSecond: Math.max(0, ...recent), limitedMs: Math.max(0, counter.limitedUntil - monotonic()) };
    },
    announce: (bot) => bus.publish('campaigns-sending', bot),
    close() {
      clearInterval(timer);
      for (const stop of stops) stop();
    },
  };
}

/** Methods that put a message into a chat. */
const isSending = (method: string): boolean =>
  /^(?:send(?!chataction|messagedraft|richmessagedraft)|copymessages?$|forwardmessages?$)/i.test(method);

/** Messages that a call has sent; each part of an album counts. */
function countMessages(response: unknown): number {
  const result = isObject(response) ? response.result : undefined;
  return Array.isArray(result) ? Math.max(1, result.length) : 1;
}

const parseRetryAfter = (response: unknown): number =>
  isObject(response) ? Math.max(1, integer(child(response, 'parameters').retry_after)) : 1;
