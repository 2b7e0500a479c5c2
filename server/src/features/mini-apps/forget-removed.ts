import type { Logger } from 'pino';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { historyLock } from '../bot-settings/bot-settings.ts';

/** Other processes trust their list of keys for 30 s, and a request under way may take as long. */
const settledMs = minuteMs;

/**
 * Deletes what removed Mini Apps or websites have reported; returns the number of those that are gone for good. A hit that
 * another process accepted just before the removal may wait on its disk for hours: the row stays, and the hits are deleted
 * again, until every process has stored what it accepted. Safe to repeat.
 */
export async function forgetRemoved(deps: {
  rows: {
    removed(): Promise<readonly { id: number; bot: string; removedAt: Date }[]>;
    erase(id: number): Promise<void>;
  };
  deleteHits: (bot: string, id: number) => Promise<number>;
  metadata: Pick<Metadata, 'withLock'>;
  haveStored: (moment: Date) => Promise<boolean>;
  logger: Pick<Logger, 'warn'>;
}): Promise<number> {
  let removedCount = 0;
  for (const { id, bot, removedAt } of await deps.rows.removed()) {
    try {
      // Asked for before the deletion: what is stored by now is deleted with the rest.
      const isComplete = await deps.haveStored(new Date(removedAt.getTime() + settledMs));
      await deps.metadata.withLock(historyLock(bot), () => deps.deleteHits(bot, id));
      if (!isComplete) continue;
      await deps.rows.erase(id);
      removedCount += 1;
    } catch (error) {
      deps.logger.warn({ err: error, bot, id }, 'hits of what was removed could not be deleted; trying again');
    }
  }
  return removedCount;
}
