import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { dayMs, hourMs } from '../../platform/time-units.ts';
import { historyLock } from './rereads.ts';

/** The end of what rollups cover: whole UTC days, an hour after their end, when few events still come late. */
export const rolledUntil = (now: number): number => Math.floor((now - hourMs) / dayMs) * dayMs;

/** Rolls up the past of each bot as far as it can be. One bot's failure does not stop the others; the next time tries again. */
export async function rollUpAll(
  deps: {
    metadata: Pick<Metadata, 'db' | 'withLock'>;
    store: Pick<EventStore, 'rollUp'>;
    logger: Logger;
  },
  now: number,
): Promise<{ bots: number; failed: number }> {
  const bots = await deps.metadata.db
    .selectFrom('bots')
    .select('key')
    .where('removed_at', 'is', null)
    .orderBy('key')
    .execute();
  const totals = { bots: 0, failed: 0 };
  for (const { key } of bots) {
    try {
      await deps.metadata.withLock(historyLock(key), () => rollUpOne(deps, key, now));
      totals.bots += 1;
    } catch (error) {
      totals.failed += 1;
      deps.logger.warn({ err: error, bot: key }, 'could not roll up the past');
    }
  }
  return totals;
}

/** It may have been removed, and forgotten, while others were rolled up: nothing of it may come back. */
async function rollUpOne(
  { metadata, store }: { metadata: Pick<Metadata, 'db'>; store: Pick<EventStore, 'rollUp'> },
  key: string,
  now: number,
): Promise<void> {
  const isThere = await metadata.db
    .selectFrom('bots')
    .select('key')
    .where('key', '=', key)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (isThere) await store.rollUp(key, rolledUntil(now));
}
