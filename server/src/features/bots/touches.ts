import type { Logger } from 'pino';
import type { BotCache } from './bot-cache.ts';
import type { createBotChanges } from './bot-changes.ts';
import type { BotRow, BotStore } from './bot-store.ts';

/** Interval at which one bot's date of the last update is written: the dashboard shows minutes. */
const flushIntervalMs = 5_000;

/**
 * Gathers "an update came in at this moment" and writes it a few seconds later, or at once for a bot's first update:
 * its owner is looking at "waiting for the first update".
 */
export function createTouches(options: {
  write: (key: string, at: number) => Promise<void>;
  onError: (error: unknown) => void;
  intervalMs?: number;
}) {
  const pending = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(async () => {
      const batch = [...pending];
      pending.clear();
      for (const [key, time] of batch) {
        try {
          await options.write(key, time);
        } catch (error) {
          options.onError(error);
        }
      }
    });
    return writing;
  };

  return {
    note(key: string, time: number, isFirst: boolean): void {
      const pendingTime = pending.get(key);
      pending.set(key, Math.max(pendingTime ?? 0, time));
      if (isFirst && pendingTime === undefined) void flush();
      else timer ??= setTimeout(() => void flush(), options.intervalMs ?? flushIntervalMs).unref();
    },
    close: flush,
  };
}

/** Dates of the last updates and calls, collected. */
export function botTouches(deps: {
  store: BotStore;
  cache: BotCache;
  changes: ReturnType<typeof createBotChanges>;
  logger: Logger;
}) {
  const { store, cache, changes, logger } = deps;
  const buildTouches = (write: (key: string, at: Date) => Promise<BotRow | undefined>) =>
    createTouches({
      write: async (key, time) => {
        const began = cache.changes();
        const bot = await write(key, new Date(time));
        if (bot !== undefined && bot.removed_at === null) changes.touched(bot, began);
      },
      onError: (error) => logger.warn({ err: error }, 'could not note the date of the last update or call'),
    });
  return { updates: buildTouches(store.touchUpdate), calls: buildTouches(store.touchCall) };
}
