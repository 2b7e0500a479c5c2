import type { Journal } from '../../platform/journal/journal.ts';
import { type BotQueue, createBotQueue, type QueuedUpdate } from './bot-queue.ts';
import { type BotRunner, createBotRunner, type TryResult } from './bot-runner.ts';
import { createDelivered } from './delivered.ts';
import { decodeRecord, encodeDelivered, encodeQueued, type QueuedHead } from './queue-record.ts';

/** Updates of one bot and of all bots that are kept in memory as well; beyond it they are read from disk. */
const memoryBytesPerBot = 4 * 1_048_576;
const memoryBytes = 64 * 1_048_576;
/** One bot must not fill the disk for the others: beyond this Telegram has to keep its updates. */
const maxPerBot = 100_000;
/** A bot that polls does so at least this often; its webhook is not tried meanwhile. */
const pollingMs = 120_000;

interface HoldDeps {
  journal: Journal;
  now: () => number;
  after: (ms: number, run: () => void) => () => void;
  random: () => number;
  /** Tries to deliver one update. Never rejects. */
  attempt(bot: string, item: QueuedUpdate, signal: AbortSignal): Promise<TryResult>;
  onCount(bot: string, queued: number): void;
}

/** Updates that wait here for their bots, safe on disk, with the memory of what was delivered from here. */
export async function openHold(deps: HoldDeps) {
  const { journal, now } = deps;
  const bots = new Map<string, { queue: BotQueue; runner: BotRunner; inMemory: number }>();
  const deliveries = createDelivered();
  const arriving = new Map<string, Promise<void>>();
  /** Removals that could not be written yet. */
  let owed: number[] = [];
  let inMemory = 0;
  let onEmpty: (() => void) | null = null;

  function ensureBot(key: string) {
    const knownBot = bots.get(key);
    if (knownBot !== undefined) return knownBot;
    const queue = createBotQueue();
    const attempt = (item: QueuedUpdate, signal: AbortSignal) => deps.attempt(key, item, signal);
    const runner = createBotRunner({ queue, now, after: deps.after, random: deps.random, attempt });
    const bot = { queue, runner, inMemory: 0 };
    bots.set(key, bot);
    return bot;
  }

  /** Keeps the bytes in memory as well, if there is room. A copy: the original is part of something larger. */
  function admit(head: QueuedHead, raw: Buffer, record: number, isRecorded: boolean): QueuedUpdate {
    const bot = ensureBot(head.bot);
    const fits = bot.inMemory + raw.length <= memoryBytesPerBot && inMemory + raw.length <= memoryBytes;
    if (fits) {
      bot.inMemory += raw.length;
      inMemory += raw.length;
    }
    const { update, lane, until, isOurs, secret } = head;
    return {
      record,
      update,
      lane,
      until,
      isOurs,
      secret,
      raw: fits ? Buffer.from(raw) : null,
      isRecorded,
      isTaken: false,
    };
  }

  function drop(key: string, items: readonly QueuedUpdate[]): void {
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
  }
  const isEmpty = (): boolean => [...bots.values()].every(({ queue }) => queue.size === 0);

  /** Writes that these are gone; what cannot be written now goes with the next ones. */
  async function erase(records: readonly number[], notes: readonly Buffer[] = []): Promise<number[]> {
    const remove = [...owed, ...records, ...deliveries.expire(now())];
    owed = [];
    const recordIds = await journal
      .commit({ remove, add: notes })
      .catch(() => journal.commit({ remove }).catch(() => null));
    if (recordIds === null) owed.push(...remove);
    return recordIds ?? [];
  }

  for await (const { id, bytes } of journal.records()) {
    const { head, raw } = decodeRecord(bytes);
    if ('deliveredAt' in head) deliveries.remember(head.update, { bot: head.bot, at: head.deliveredAt, record: id });
    else ensureBot(head.bot).queue.push(admit(head, raw, id, false), { failures: 0, dueAt: 0 });
  }

  return {
    isLaneQueued: (bot: string, lane: string): boolean => bots.get(bot)?.queue.lanes.has(lane) ?? false,
    /** True for a copy of an update that waits here or was delivered from here. */
    knows: (bot: string, update: number): boolean =>
      (bots.get(bot)?.queue.has(update) ?? false) || deliveries.has(bot, update),
    count: (bot: string): number => bots.get(bot)?.queue.size ?? 0,
    /** Begins with what an earlier process left. */
    start(): void {
      for (const [key, { queue, runner }] of bots) {
        deps.onCount(key, queue.size);
        for (const lane of [...queue.lanes.values()]) runner.start(lane);
      }
    },
    /** Resolves when the update is on disk. Rejects if it cannot be kept: Telegram then has to. */
    add(head: QueuedHead, raw: Buffer, start: { failures: number; dueAt: number }): Promise<void> {
      const name = `${head.bot} ${head.update}`;
      const underWay = arriving.get(name);
      if (underWay !== undefined) return underWay;
      const arrival = (async () => {
        if (ensureBot(head.bot).queue.size >= maxPerBot) throw new Error(`${maxPerBot} updates wait already`);
        const [record = 0] = await journal.commit({ add: [encodeQueued(head, raw)] });
        const bot = ensureBot(head.bot);
        const lane = bot.queue.push(admit(head, raw, record, true), start);
        if (lane !== null) bot.runner.start(lane);
        deps.onCount(head.bot, bot.queue.size);
      })().finally(() => arriving.delete(name));
      arriving.set(name, arrival);
      return arrival;
    },
    /** Takes an update that waited in another process, once. */
    async adopt(head: QueuedHead, raw: Buffer, dueAt: number): Promise<void> {
      if (this.knows(head.bot, head.update)) return;
      await this.add(head, raw, { failures: 0, dueAt });
    },
    /** Delivered while Telegram waited. Remembered without waiting: only the return of a dead process asks for it. */
    note(bot: string, update: number): void {
      const deliveryTime = now();
      deliveries.remember(update, { bot, at: deliveryTime, record: 0 });
      void erase([], [encodeDelivered({ bot, update, deliveredAt: deliveryTime })]).then(([record = 0]) =>
        deliveries.remember(update, { bot, at: deliveryTime, record }),
      );
    },
    async read(item: QueuedUpdate): Promise<Buffer> {
      return item.raw ?? decodeRecord(await journal.read(item.record)).raw;
    },
    /** The bot has it: on disk when this resolves, so that it is not delivered again. It stays in its lane until `drop`. */
    async markTaken(bot: string, item: QueuedUpdate): Promise<void> {
      item.isTaken = true;
      const deliveryTime = now();
      const [record = 0] = await erase(
        [item.record],
        [encodeDelivered({ bot, update: item.update, deliveredAt: deliveryTime })],
      );
      deliveries.remember(item.update, { bot, at: deliveryTime, record });
    },
    drop: (bot: string, item: QueuedUpdate): void => drop(bot, [item]),
    async expire(bot: string, item: QueuedUpdate): Promise<void> {
      await erase([item.record]);
      drop(bot, [item]);
    },
    retryNow: (bot: string): void => bots.get(bot)?.runner.retryNow(),
    waitingBots: (): string[] => [...bots].flatMap(([bot, { queue }]) => (queue.size > 0 ? [bot] : [])),
    /** Tries all that waits, and waits until nothing does or `ms` have passed. */
    async empty(ms: number): Promise<void> {
      if (isEmpty()) return;
      const settled = Promise.withResolvers<void>();
      const cancel = deps.after(ms, settled.resolve);
      onEmpty = settled.resolve;
      for (const { runner } of bots.values()) runner.retryNow();
      await settled.promise;
      onEmpty = null;
      cancel();
    },
    /** The bot is served elsewhere now: what is under way is aborted and looked at again. */
    interrupt: (bot: string): void => bots.get(bot)?.runner.interrupt(),
    /** For a bot that polls: forgets those below `offset`, gives the next ones. A negative offset keeps the last ones. */
    async take(key: string, offset: number, limit: number): Promise<{ id: number; raw: string }[]> {
      const bot = bots.get(key);
      if (bot === undefined || bot.queue.size === 0) return [];
      await bot.runner.pause(pollingMs);
      const all = bot.queue.inOrder().filter((item) => !item.isTaken);
      const open = all.filter((item) => item.until > now());
      const first = offset < 0 ? Math.max(0, open.length + offset) : open.findIndex((item) => item.update >= offset);
      const confirmed = first < 0 ? open : open.slice(0, first);
      if (confirmed.length > 0) {
        const deliveryTime = now();
        const notes = confirmed.map(({ update }) => encodeDelivered({ bot: key, update, deliveredAt: deliveryTime }));
        const records = await erase(
          confirmed.map((item) => item.record),
          notes,
        );
        for (const [index, { update }] of confirmed.entries())
          deliveries.remember(update, { bot: key, at: deliveryTime, record: records[index] ?? 0 });
        drop(key, confirmed);
      }
      const page = first < 0 ? [] : open.slice(first, first + limit);
      return await Promise.all(
        page.map(async (item) => ({ id: item.update, raw: (await this.read(item)).toString('utf8') })),
      );
    },
    async forget(key: string): Promise<void> {
      const bot = bots.get(key);
      const notes = deliveries.forget(key);
      if (bot === undefined) return void (await erase(notes));
      await bot.runner.stop(0);
      const items = bot.queue.inOrder();
      drop(key, items);
      bots.delete(key);
      await erase([...notes, ...items.map((item) => item.record)]);
    },
    async close(graceMs: number): Promise<void> {
      await Promise.all([...bots.values()].map(({ runner }) => runner.stop(graceMs)));
      if (owed.length > 0) await erase([]);
      await journal.close();
    },
  };
}
export type Hold = Awaited<ReturnType<typeof openHold>>;
