import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { minuteMs } from '../../platform/time-units.ts';
import { historyLock } from '../bot-settings/bot-settings.ts';
import type { MiniAppStore } from './mini-app-store.ts';

/** Other processes trust their list of apps for 30 s, and a request under way may take as long. */
const settledMs = minuteMs;

/**
 * Deletes what removed apps have reported; returns the number of apps that are gone for good. A hit that another process
 * accepted just before the removal may wait on its disk for hours: the row stays, and the hits are deleted again, until
 * every process has stored what it accepted. Safe to repeat.
 */
export async function forgetRemovedApps(deps: {
  rows: Pick<MiniAppStore, 'removed' | 'erase'>;
  store: Pick<EventStore, 'deleteHits'>;
  metadata: Pick<Metadata, 'withLock'>;
  haveStored: (moment: Date) => Promise<boolean>;
  logger: Pick<Logger, 'warn'>;
}): Promise<number> {
  let gone = 0;
  for (const { id, bot, removedAt } of await deps.rows.removed()) {
    try {
      // Asked for before the deletion: what is stored by now is deleted with the rest.
      const isComplete = await deps.haveStored(new Date(removedAt.getTime() + settledMs));
      await deps.metadata.withLock(historyLock(bot), () => deps.store.deleteHits(bot, id));
      if (!isComplete) continue;
      await deps.rows.erase(id);
      gone += 1;
    } catch (error) {
      deps.logger.warn(
        { err: error, bot, app: id },
        'the hits of a removed Mini App could not be deleted; trying again',
      );
    }
  }
  return gone;
}
