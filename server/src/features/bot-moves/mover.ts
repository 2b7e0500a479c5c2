import type { Logger } from 'pino';
import type { ServerStore } from '../../events/store/servers/server-stores.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { AppError } from '../../platform/errors.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { historyLock } from '../bot-settings/bot-settings.ts';
import { type StepDeps, type StepResult, steps } from './move-steps.ts';
import type { Move } from './move-store.ts';

export interface MoverDeps extends StepDeps {
  metadata: Pick<Metadata, 'withLock'>;
  stores: ReadonlyMap<string, ServerStore>;
  bus: Pick<Bus, 'publish'>;
  logger: Pick<Logger, 'info' | 'warn'>;
}

/** Time after which the next bot has its turn, ms: copying a large one takes hours. */
const turnMs = 30_000;

/** Moves bots as far as they can be moved now. Several processes may do it: each step takes the bot's lock. */
export function createMover(deps: MoverDeps) {
  const { metadata, moves, stores, bus, logger } = deps;

  function requireStore(server: string): ServerStore {
    const store = stores.get(server);
    if (!store) throw new AppError('StoreUnavailable', { message: `This process does not know the server ${server}` });
    return store;
  }

  /** Rewriting and deleting take turns with the steps: a rewrite that began before the move has ended before it copies. */
  const step = (bot: string): Promise<boolean> =>
    metadata.withLock(historyLock(bot), async () => {
      // Read inside the lock: it may have been cancelled, or its bot removed. That deletes both copies, and then the row.
      const move = await moves.byBot(bot);
      if (move === null || move.isRemoved) return false;
      const [source, target] = [requireStore(move.source), requireStore(move.target)];
      const result = await steps[move.state]({ move, source, target, deps });
      return await keep(move, result);
    });

  async function keep(move: Move, result: StepResult): Promise<boolean> {
    if (result === 'wait') return false;
    if ('progress' in result) return await moves.keepProgress(move, result.progress);
    if ('enter' in result) {
      if (!(await moves.enter(move, result.enter))) return false;
      logger.info({ bot: move.bot, state: result.enter }, 'a bot is being moved to another event server');
    } else {
      await moves.finish(move, result.finish);
      logger.info({ bot: move.bot, server: result.finish }, 'the events of a bot are on one server');
    }
    bus.publish('bot-moved', move.bot);
    return true;
  }

  async function advance(move: Move, signal?: AbortSignal): Promise<void> {
    const until = performance.now() + turnMs;
    try {
      while (!signal?.aborted && performance.now() < until && (await step(move.bot)));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      // Once: it is tried again every few seconds.
      if (problem !== move.problem)
        logger.warn({ err: error, bot: move.bot }, 'a bot could not be moved on; trying again');
      await moves.report(move, problem);
    }
  }

  return {
    /** One bot's failure does not stop the others. No step begins once the signal is given. */
    async advanceAll(signal?: AbortSignal): Promise<void> {
      for (const move of await moves.list()) await advance(move, signal);
    },
  };
}
