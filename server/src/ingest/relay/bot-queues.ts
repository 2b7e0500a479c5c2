import { type BotQueue, createBotQueue, type Lane, type QueuedUpdate } from './bot-queue.ts';
import { type BotRunner, createBotRunner, type TryResult } from './bot-runner.ts';
import type { QueuedHead } from './queue-record.ts';

/** Updates of one bot and of all bots that are kept in memory as well; beyond it they are read from disk. */
const memoryBytesPerBot = 4 * 1_048_576;
const memoryBytes = 64 * 1_048_576;

export interface BotQueuesDeps {
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** Tries to deliver one update. Never rejects. */
  attempt(bot: string, item: QueuedUpdate, signal: AbortSignal): Promise<TryResult>;
  onCount(bot: string, queued: number): void;
}

interface WaitingBot {
  queue: BotQueue;
  runner: BotRunner;
  /** Bytes of its updates that are kept in memory as well. */
  inMemory: number;
}

/** Queues of bots in memory, each with what delivers it. */
export function createBotQueues(deps: BotQueuesDeps) {
  const { now, after, random } = deps;
  const bots = new Map<string, WaitingBot>();
  let inMemory = 0;
  let onEmpty: (() => void) | null = null;

  function ensure(key: string): WaitingBot {
    const knownBot = bots.get(key);
    if (knownBot !== undefined) return knownBot;
    const queue = createBotQueue();
    const attempt = (item: QueuedUpdate, signal: AbortSignal) => deps.attempt(key, item, signal);
    const runner = createBotRunner({ queue, now, after, random, attempt });
    const bot = { queue, runner, inMemory: 0 };
    bots.set(key, bot);
    return bot;
  }

  /** Keeps the bytes in memory as well, if there is room. A copy: the original is part of something larger. */
  function admit(bot: WaitingBot, raw: Buffer): Buffer | null {
    const fits = bot.inMemory + raw.length <= memoryBytesPerBot && inMemory + raw.length <= memoryBytes;
    if (!fits) return null;
    bot.inMemory += raw.length;
    inMemory += raw.length;
    return Buffer.from(raw);
  }

  const isEmpty = (): boolean => [...bots.values()].every(({ queue }) => queue.size === 0);

  return {
    ensure,
    find: (key: string): WaitingBot | undefined => bots.get(key),
    delete: (key: string): boolean => bots.delete(key),
    waitingBots: (): string[] => [...bots].flatMap(([key, { queue }]) => (queue.size > 0 ? [key] : [])),
    startAll(): void {
      for (const [key, { queue, runner }] of bots) {
        deps.onCount(key, queue.size);
        for (const lane of [...queue.lanes.values()]) runner.start(lane);
      }
    },
    /** Tries all that waits, and waits until nothing does or `ms` have passed. */
    async empty(ms: number): Promise<void> {
      if (isEmpty()) return;
      const settled = Promise.withResolvers<void>();
      const cancel = after(ms, settled.resolve);
      onEmpty = settled.resolve;
      for (const { runner } of bots.values()) runner.retryNow();
      await settled.promise;
      onEmpty = null;
      cancel();
    },
    async stopAll(graceMs: number): Promise<void> {
      await Promise.all([...bots.values()].map(({ runner }) => runner.stop(graceMs)));
    },
    /** Adds an update that is on disk as `record`. Returns its lane if that has to be started. */
    push(
      head: QueuedHead,
      raw: Buffer,
      stored: { record: number; isRecorded: boolean },
      start: { failures: number; dueAt: number },
    ): Lane | null {
      const bot = ensure(head.bot);
      const { update, lane, until, isOurs, secret } = head;
      const item = { ...stored, update, lane, until, isOurs, secret, raw: admit(bot, raw), isTaken: false };
      return bot.queue.push(item, start);
    },
    drop(key: string, items: readonly QueuedUpdate[]): void {
      const bot = bots.get(key);
      if (bot === undefined) return;
      for (const item of items) {
        bot.queue.remove(item);
        bot.inMemory -= item.raw?.length ?? 0;
        inMemory -= item.raw?.length ?? 0;
        item.raw = null;
      }
      deps.onCount(key, bot.queue.size);
      if (onEmpty !== null && isEmpty()) onEmpty();
    },
  };
}
