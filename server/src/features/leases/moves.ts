import type { LeaseClock } from '../../ingest/leases/lease-table.ts';
import { preferredHolder } from './preferred-holder.ts';

/** Pause before a bot that could not move is tried again, ms. */
const pauseMs = 600_000;
/** Bots that move in one beat: an idle one takes a statement, a busy one up to 2 s in which its requests wait. */
const maxBatch = 200;

/** Moves bots to the processes that should serve them, one after another, when nothing of theirs is under way. */
export function createMoves(deps: {
  clock: Pick<LeaseClock, 'monotonicMs'>;
  /** Deletes the lease; another process takes it with the bot's next request. */
  release: (bot: string) => Promise<void>;
}) {
  const { clock } = deps;
  let giveUp = async (_bot: string): Promise<boolean> => false;
  let knownHolders = '';
  const stays = new Map<string, number>();
  const moving = new Map<string, Promise<void>>();
  let activeRun: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isClosed = false;

  async function moveAll(bots: readonly string[]): Promise<void> {
    for (const bot of bots) {
      if (isClosed) return;
      const move = moveOne(bot).finally(() => moving.delete(bot));
      moving.set(bot, move);
      await move;
    }
  }

  async function moveOne(bot: string): Promise<void> {
    try {
      if (await giveUp(bot)) return await deps.release(bot);
    } catch {
      // The store is away: the next beat says whose the bot is.
    }
    stays.set(bot, clock.monotonicMs() + pauseMs);
  }

  return {
    isMoving: (bot: string): boolean => moving.has(bot),
    /** Resolves when the bot is not between two processes. */
    settled: async (bot: string): Promise<void> => moving.get(bot),
    onMove(run: (bot: string) => Promise<boolean>): void {
      giveUp = run;
    },
    /** Begins to move what another one of the holders should serve. */
    look(ownBots: readonly string[], holders: readonly { id: string }[], ownId: string): void {
      const now = holders
        .map(({ id }) => id)
        .sort()
        .join();
      if (now !== knownHolders) stays.clear();
      knownHolders = now;
      if (isRunning || holders.length < 2) return;
      const stay = (bot: string): boolean => (stays.get(bot) ?? 0) > clock.monotonicMs();
      const bots: string[] = [];
      for (const bot of ownBots) {
        if (bots.length === maxBatch) break;
        if (!stay(bot) && preferredHolder(bot, holders)?.id !== ownId) bots.push(bot);
      }
      if (bots.length === 0) return;
      isRunning = true;
      activeRun = moveAll(bots).finally(() => {
        isRunning = false;
      });
    },
    async close(): Promise<void> {
      isClosed = true;
      await activeRun;
    },
  };
}
