import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { historyLock } from '../bot-settings/bot-settings.ts';
import { erasePage, listRemovedPages } from './page-store.ts';

/** Other processes trust their list of keys for 30 s, and a request under way may take as long. */
const settledMs = minuteMs;

/**
 * Deletes what removed Mini Apps and websites have reported; returns the number of those that are gone for good. A hit that
 * another process accepted just before the removal may wait on its disk for hours: the row stays, and the hits are deleted
 * again, until every process has stored what it accepted. Safe to repeat.
 */
export async function forgetRemoved(deps: {
  store: Pick<EventStore, 'deleteHits' | 'deleteSiteHits'>;
  metadata: Pick<Metadata, 'db' | 'withLock'>;
  haveStored: (moment: Date) => Promise<boolean>;
  logger: Pick<Logger, 'warn'>;
}): Promise<number> {
  const { store, metadata } = deps;
  let removedCount = 0;
  for (const { removedAt, ...page } of await listRemovedPages(metadata.db)) {
    const { kind, id, bot } = page;
    try {
      // Asked for before the deletion: what is stored by now is deleted with the rest.
      const isComplete = await deps.haveStored(new Date(removedAt.getTime() + settledMs));
      const deleteHits = kind === 'app' ? store.deleteHits : store.deleteSiteHits;
      await metadata.withLock(historyLock(bot), () => deleteHits(bot, id));
      if (!isComplete) continue;
      await erasePage(metadata.db, page);
      removedCount += 1;
    } catch (error) {
      deps.logger.warn({ err: error, bot, kind, id }, 'hits of what was removed could not be deleted; trying again');
    }
  }
  return removedCount;
}
