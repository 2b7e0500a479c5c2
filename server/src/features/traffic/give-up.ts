import type { LeaseTable } from '../../ingest/leases/lease-table.ts';

/** A poll that is ended is answered within a turn of the event loop, an update by its bot within seconds mostly. */
const idleWithinMs = 2_000;
const lookAgainMs = 20;

/** Gives up bots that another process shall serve, as soon as nothing of theirs is under way. */
export function createGiveUp(leases: Pick<LeaseTable, 'giveUp' | 'takeBack'>) {
  let isIdle = (_bot: string): boolean => true;

  return {
    setIsIdle(answer: (bot: string) => boolean): void {
      isIdle = answer;
    },
    /** Resolves to false if the bot stays here. */
    async run(bot: string): Promise<boolean> {
      // Polls end, webhooks under way too: Telegram and the bot come again, to the other process.
      leases.giveUp(bot);
      for (const until = performance.now() + idleWithinMs; !isIdle(bot); ) {
        if (performance.now() > until) {
          leases.takeBack(bot);
          return false;
        }
        await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
      }
      return true;
    },
  };
}
