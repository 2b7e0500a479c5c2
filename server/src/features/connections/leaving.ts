import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../../platform/errors.ts';
import { dayMs } from '../../platform/time-units.ts';
import type { BotRow, Bots } from '../bots/bots.ts';

const atOnce = 4;
/** Time after which a bot is removed even if its webhook was not given back, ms: its token must not be kept forever. */
const longestMs = 30 * dayMs;

/**
 * Removes bots without an owner; returns those that wait for Telegram and are to be tried again. Bots that are not done
 * after `timeoutMs` are among them, and the work on them goes on. One that fails does not stop the others.
 */
export type RemoveLeaving = (leaving: readonly BotRow[], timeoutMs?: number) => Promise<BotRow[]>;

export function createRemoveLeaving(deps: {
  bots: Pick<Bots, 'remove'>;
  /** Gives the webhook back, then disconnects. */
  remove: (bot: BotRow) => Promise<void>;
  logger: Logger;
  now: () => number;
}): RemoveLeaving {
  const { bots, logger } = deps;

  const removeOne = async (bot: BotRow): Promise<boolean> => {
    try {
      await deps.remove(bot);
      return true;
    } catch (error) {
      // Another process was faster.
      if (error instanceof AppError && error.code === 'NotFound') return true;
      const isOver = bot.owner_deleted_at !== null && deps.now() - bot.owner_deleted_at.getTime() > longestMs;
      logger.warn({ err: error, bot: bot.key, isOver }, 'the webhook of a deleted bot could not be given back');
      if (isOver) await bots.remove(bot.key);
      return isOver;
    }
  };

  return async (leaving, timeoutMs) => {
    const waitingBots = new Set(leaving);
    const queue = [...leaving];
    const work = async (): Promise<void> => {
      for (let bot = queue.shift(); bot !== undefined; bot = queue.shift()) {
        const isGone = await removeOne(bot).catch(() => false);
        if (isGone) waitingBots.delete(bot);
      }
    };
    const all = Promise.all(Array.from({ length: atOnce }, work));
    if (timeoutMs === undefined) await all;
    else await waitAtMost(all, timeoutMs);
    return leaving.filter((bot) => waitingBots.has(bot));
  };
}

async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  const controller = new AbortController();
  const timeout = pause(ms, undefined, { signal: controller.signal }).catch(() => undefined);
  await Promise.race([work, timeout]);
  controller.abort();
}
