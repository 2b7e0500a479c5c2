import type { Journal } from '../../platform/journal/journal.ts';
import type { QueuedUpdate } from './bot-queue.ts';
import { type BotQueuesDeps, createBotQueues } from './bot-queues.ts';
import { createDeliveryLedger } from './delivery-ledger.ts';
import { decodeRecord, encodeQueued, type QueuedHead } from './queue-record.ts';

/** One bot must not fill the disk for the others: beyond this Telegram has to keep its updates. */
const maxPerBot = 100_000;
/** A bot that polls does so at least this often; its webhook is not tried meanwhile. */
const pollingMs = 120_000;

interface HoldDeps extends BotQueuesDeps {
  journal: Journal;
}

/** Updates that wait here for their bots, safe on disk, with the memory of what was delivered from here. */
export async function openHold(deps: HoldDeps) {
  const { journal, now } = deps;
  const arriving = new Map<string, Promise<void>>();
  const ledger = createDeliveryLedger(journal, now);
  const queues = createBotQueues(deps);

  for await (const { id, bytes } of journal.records()) {
    const { head, raw } = decodeRecord(bytes);
    if ('deliveredAt' in head) ledger.restore(head, id);
    else queues.push(head, raw, { record: id, isRecorded: false }, { failures: 0, dueAt: 0 });
  }

  return {
    isLaneQueued: (bot: string, lane: string): boolean => queues.find(bot)?.queue.lanes.has(lane) ?? false,
    /** True for a copy of an update that waits here or was delivered from here. */
    knows: (bot: string, update: number): boolean =>
      (queues.find(bot)?.queue.has(update) ?? false) || ledger.has(bot, update),
    count: (bot: string): number => queues.find(bot)?.queue.size ?? 0,
    /** Begins with what an earlier process left. */
    start: queues.startAll,
    /** Resolves when the update is on disk. Rejects if it cannot be kept: Telegram then has to. */
    add(head: QueuedHead, raw: Buffer, start: { failures: number; dueAt: number }): Promise<void> {
      const name = `${head.bot} ${head.update}`;
      const underWay = arriving.get(name);
      if (underWay !== undefined) return underWay;
      const arrival = (async () => {
        if (queues.ensure(head.bot).queue.size >= maxPerBot) throw new Error(`${maxPerBot} updates wait already`);
        const [record = 0] = await journal.commit({ add: [encodeQueued(head, raw)] });
        const lane = queues.push(head, raw, { record, isRecorded: true }, start);
        const bot = queues.ensure(head.bot);
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
    note: ledger.note,
    async read(item: QueuedUpdate): Promise<Buffer> {
      return item.raw ?? decodeRecord(await journal.read(item.record)).raw;
    },
    /** The bot has it: on disk when this resolves, so that it is not delivered again. It stays in its lane until `drop`. */
    async markTaken(bot: string, item: QueuedUpdate): Promise<void> {
      item.isTaken = true;
      await ledger.markDelivered(bot, [item]);
    },
    drop: (bot: string, item: QueuedUpdate): void => queues.drop(bot, [item]),
    async expire(bot: string, item: QueuedUpdate): Promise<void> {
      await ledger.erase([item.record]);
      queues.drop(bot, [item]);
    },
    retryNow: (bot: string): void => queues.find(bot)?.runner.retryNow(),
    waitingBots: queues.waitingBots,
    /** Tries all that waits, and waits until nothing does or `ms` have passed. */
    empty: queues.empty,
    /** The bot is served elsewhere now: what is under way is aborted and looked at again. */
    interrupt: (bot: string): void => queues.find(bot)?.runner.interrupt(),
    /** For a bot that polls: forgets those below `offset`, gives the next ones. A negative offset keeps the last ones. */
    async take(key: string, offset: number, limit: number): Promise<{ id: number; raw: string }[]> {
      const bot = queues.find(key);
      if (bot === undefined || bot.queue.size === 0) return [];
      await bot.runner.pause(pollingMs);
      const open = bot.queue.inOrder().filter((item) => !item.isTaken && item.until > now());
      const { confirmed, page } = splitAtOffset(open, offset, limit);
      if (confirmed.length > 0) {
        await ledger.markDelivered(key, confirmed);
        queues.drop(key, confirmed);
      }
      return await Promise.all(
        page.map(async (item) => ({ id: item.update, raw: (await this.read(item)).toString('utf8') })),
      );
    },
    async forget(key: string): Promise<void> {
      const bot = queues.find(key);
      const notes = ledger.forget(key);
      if (bot === undefined) return void (await ledger.erase(notes));
      await bot.runner.stop(0);
      const items = bot.queue.inOrder();
      queues.drop(key, items);
      queues.delete(key);
      await ledger.erase([...notes, ...items.map((item) => item.record)]);
    },
    async close(graceMs: number): Promise<void> {
      await queues.stopAll(graceMs);
      await ledger.settle();
      await journal.close();
    },
  };
}

/** Splits updates into those that a poll confirms and those that it gets. A negative offset keeps the last ones. */
function splitAtOffset(items: readonly QueuedUpdate[], offset: number, limit: number) {
  const first = offset < 0 ? Math.max(0, items.length + offset) : items.findIndex((item) => item.update >= offset);
  if (first < 0) return { confirmed: items, page: [] };
  return { confirmed: items.slice(0, first), page: items.slice(first, first + limit) };
}

export type Hold = Awaited<ReturnType<typeof openHold>>;
