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
  const listeners = new EventEmitter().setMaxListeners(0);
  const toReload = new Set<string>();
  let reloading = false;
  let retry: NodeJS.Timeout | undefined;

  const isWatched = (key: string): boolean => listeners.listenerCount(key) > 0;
  const watchedKeys = (): string[] =>
    listeners.eventNames().filter((name) => name !== removedEvent && name !== changedEvent) as string[];
  const emitRemoved = (key: string): void => {
    cache.drop(key);
    listeners.emit(key, null);
    listeners.emit(removedEvent, key);
  };

  async function reload(keys: readonly string[]): Promise<void> {
    for (const key of keys) toReload.add(key);
    if (reloading) return;
    reloading = true;
    clearTimeout(retry);
    let batch: string[] = [];
    try {
      while (toReload.size > 0) {
        batch = [...toReload].slice(0, batchSize);
        for (const key of batch) toReload.delete(key);
        // A bot whose owner is deleted works on, but has no owner any more.
        for (const [key, bot] of await cache.reload(batch)) listeners.emit(key, bot?.owner_deleted_at ? null : bot);
      }
    } catch (error) {
      for (const key of batch) toReload.add(key);
      logger.warn({ err: error, bots: toReload.size }, 'changed bots could not be loaded; trying again');
      retry = setTimeout(() => void reload([]), retryMs).unref();
    } finally {
      reloading = false;
    }
  }
  async function findRemoved(): Promise<void> {
    try {
      for (const { key } of await store.removed()) emitRemoved(key);
    } catch (error) {
      logger.warn({ err: error }, 'bots that were removed meanwhile could not be found');
    }
  }

  const stops = [
    bus.subscribe('bot-changed', ({ key, isOwn }) => {
      if (isOwn) return;
      if (key === null) {
        cache.expireAll();
        void reload(watchedKeys());
        listeners.emit(changedEvent, null);
        return;
      }
      const isNeeded = cache.has(key) || isWatched(key);
      cache.expire(key);
      if (isNeeded) void reload([key]);
      listeners.emit(changedEvent, key);
    }),
    bus.subscribe('bot-touched', ({ key, isOwn }) => {
      if (!isOwn && key !== null && isWatched(key)) void reload([key]);
    }),
    bus.subscribe('bot-removed', ({ key, isOwn }) => {
      if (isOwn) return;
      if (key === null) void findRemoved();
      else emitRemoved(key);
    }),
  ];

  const publishChange =
    (topic: 'bot-changed' | 'bot-touched') =>
    (bot: BotRow, began: number): void => {
      const isLatest = cache.change(bot, began);
      listeners.emit(bot.key, bot);
      if (topic === 'bot-changed') listeners.emit(changedEvent, bot.key);
      bus.publish(topic, bot.key);
      if (!isLatest) void reload([bot.key]);
    };

  return {
    /** The row is written; `began` is `cache.changes()` from before the write. */
    changed: publishChange('bot-changed'),
    /** The row's dates are written; otherwise like `changed`. */
    touched: publishChange('bot-touched'),
    added(key: string): void {
      // Its token may have been asked for, in vain, a moment ago.
      cache.forgetUnknown();
      listeners.emit(changedEvent, key);
      bus.publish('bot-changed', key);
    },
    /** Its owner is deleted. */
    left(key: string): void {
      cache.drop(key);
      listeners.emit(key, null);
      bus.publish('bot-changed', key);
    },
    removed(key: string): void {
      emitRemoved(key);
      bus.publish('bot-removed', key);
    },
    watch(key: string, listener: (bot: BotRow | null) => void): () => void {
      listeners.on(key, listener);
      return () => listeners.off(key, listener);
    },
    onChanged(listener: (key: string | null) => void): () => void {
      listeners.on(changedEvent, listener);
      return () => listeners.off(changedEvent, listener);
    },
    onRemoved(listener: (key: string) => void): () => void {
      listeners.on(removedEvent, listener);
      return () => listeners.off(removedEvent, listener);
    },
    close(): void {
      for (const stop of stops) stop();
      clearTimeout(retry);
    },
  };
}
