import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { dayMs } from '../../platform/time-units.ts';
import { historyLock } from './rereads.ts';

/** The first moment (Unix ms) that is kept: whole days in UTC, so that a night's work ends at a midnight. */
export const keptFrom = (days: number, now: number): number => (Math.floor(now / dayMs) - days) * dayMs;

/**
 * Deletes the events of each bot that are older than its owner wants them kept. One bot's failure does not stop the
 * others; the next night tries again.
 */
export async function forgetOldEvents(
  deps: {
    metadata: Pick<Metadata, 'db' | 'withLock'>;
    store: Pick<EventStore, 'deleteBefore'>;
    logger: Logger;
  },
  now: number,
): Promise<{ bots: number; deleted: number; failed: number }> {
  const bots = await deps.metadata.db
    .selectFrom('bots')
    .select(['key', 'retention_days'])
    .where('retention_days', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('key')
    .execute();
  const totals = { bots: 0, deleted: 0, failed: 0 };
  for (const { key, retention_days: days } of bots) {
    if (days === null) continue;
    try {
      const before = keptFrom(days, now);
      const deletedCount = await deps.metadata.withLock(historyLock(key), () => deps.store.deleteBefore(key, before));
      if (deletedCount > 0) totals.bots += 1;
      totals.deleted += deletedCount;
    } catch (error) {
      totals.failed += 1;
      deps.logger.warn({ err: error, bot: key }, 'could not delete old events');
    }
  }
  return totals;
}
