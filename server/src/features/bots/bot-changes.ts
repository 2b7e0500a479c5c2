import { EventEmitter } from 'node:events';
import type { Logger } from 'pino';
import type { Bus } from '../../platform/bus/bus.ts';
import type { BotCache } from './bot-cache.ts';
import type { BotRow, BotStore } from './bot-store.ts';

/** Event name that cannot be a bot key: those are 13 hexadecimal digits. */
const removedEvent = 'removed';
const changedEvent = 'changed';
/** Bots that one statement loads again. */
const batchSize = 500;
const retryMs = 1_000;

/**
 * Changes of bots, of this process and of others: they go into the cache and to the listeners. Of another process's
 * change only the key is known: the row is loaded again if it is in memory or someone watches it.
 */
export function createBotChanges(deps: {
  bus: Pick<Bus, 'publish' | 'subscribe'>;
  cache: BotCache;
  store: Pick<BotStore, 'removed'>;
  logger: Pick<Logger, 'warn'>;
}) {
  const { bus, cache, store, logger } = deps;
  const events = createBotEvents();
  // A bot whose owner is deleted works on, but has no owner any more.
  const reloading = createReloading(cache, logger, (key, bot) =>
    events.emitBot(key, bot?.owner_deleted_at ? null : bot),
  );

  const dropRemoved = (key: string): void => {
    cache.drop(key);
    events.emitBot(key, null);
    events.emitRemoved(key);
  };

  async function findRemoved(): Promise<void> {
    try {
      for (const { key } of await store.removed()) dropRemoved(key);
    } catch (error) {
      logger.warn({ err: error }, 'bots that were removed meanwhile could not be found');
    }
  }

  const stops = [
    bus.subscribe('bot-changed', ({ key, isOwn }) => {
      if (isOwn) return;
      if (key === null) {
        cache.expireAll();
        reloading.add(events.watchedKeys());
        events.emitChanged(null);
        return;
      }
      const isNeeded = cache.has(key) || events.isWatched(key);
      cache.expire(key);
      if (isNeeded) reloading.add([key]);
      events.emitChanged(key);
    }),
    bus.subscribe('bot-touched', ({ key, isOwn }) => {
      if (!isOwn && key !== null && events.isWatched(key)) reloading.add([key]);
    }),
    bus.subscribe('bot-removed', ({ key, isOwn }) => {
      if (isOwn) return;
      if (key === null) void findRemoved();
      else dropRemoved(key);
    }),
  ];

  const publishChange =
    (topic: 'bot-changed' | 'bot-touched') =>
    (bot: BotRow, began: number): void => {
      const isLatest = cache.change(bot, began);
      events.emitBot(bot.key, bot);
      if (topic === 'bot-changed') events.emitChanged(bot.key);
      bus.publish(topic, bot.key);
      if (!isLatest) reloading.add([bot.key]);
    };

  return {
    /** The row is written; `began` is `cache.changes()` from before the write. */
    changed: publishChange('bot-changed'),
    /** The row's dates are written; otherwise like `changed`. */
    touched: publishChange('bot-touched'),
    added(key: string): void {
      // Its token may have been asked for, in vain, a moment ago.
      cache.forgetUnknown();
      events.emitChanged(key);
      bus.publish('bot-changed', key);
    },
    /** Its owner is deleted. */
    left(key: string): void {
      cache.drop(key);
      events.emitBot(key, null);
      bus.publish('bot-changed', key);
    },
    removed(key: string): void {
      dropRemoved(key);
      bus.publish('bot-removed', key);
    },
    watch: events.watch,
    onChanged: events.onChanged,
    onRemoved: events.onRemoved,
    close(): void {
      for (const stop of stops) stop();
      reloading.close();
    },
  };
}

/** Listeners to single bots, to changes of any bot and to removals. */
function createBotEvents() {
  const emitter = new EventEmitter().setMaxListeners(0);
  const listen = <Value>(event: string, listener: (value: Value) => void): (() => void) => {
    emitter.on(event, listener);
    return () => emitter.off(event, listener);
  };
  return {
    isWatched: (key: string): boolean => emitter.listenerCount(key) > 0,
    watchedKeys: (): string[] =>
      emitter.eventNames().filter((name) => name !== removedEvent && name !== changedEvent) as string[],
    emitBot: (key: string, bot: BotRow | null): boolean => emitter.emit(key, bot),
    /** Null: any bot may have changed. */
    emitChanged: (key: string | null): boolean => emitter.emit(changedEvent, key),
    emitRemoved: (key: string): boolean => emitter.emit(removedEvent, key),
    watch: (key: string, listener: (bot: BotRow | null) => void): (() => void) => listen(key, listener),
    onChanged: (listener: (key: string | null) => void): (() => void) => listen(changedEvent, listener),
    onRemoved: (listener: (key: string) => void): (() => void) => listen(removedEvent, listener),
  };
}

/** Loads changed bots again, in batches, one after the other. A batch that failed is tried again a second later. */
function createReloading(
  cache: Pick<BotCache, 'reload'>,
  logger: Pick<Logger, 'warn'>,
  onLoaded: (key: string, bot: BotRow | null) => void,
) {
  const waitingKeys = new Set<string>();
  let isRunning = false;
  let retry: NodeJS.Timeout | undefined;

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    clearTimeout(retry);
    let batch: string[] = [];
    try {
      while (waitingKeys.size > 0) {
        batch = [...waitingKeys].slice(0, batchSize);
        for (const key of batch) waitingKeys.delete(key);
        for (const [key, bot] of await cache.reload(batch)) onLoaded(key, bot);
      }
    } catch (error) {
      for (const key of batch) waitingKeys.add(key);
      logger.warn({ err: error, bots: waitingKeys.size }, 'changed bots could not be loaded; trying again');
      retry = setTimeout(() => void run(), retryMs).unref();
    } finally {
      isRunning = false;
    }
  }

  return {
    add(keys: readonly string[]): void {
      for (const key of keys) waitingKeys.add(key);
      void run();
    },
    close: (): void => clearTimeout(retry),
  };
}
