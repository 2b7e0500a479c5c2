import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import type { Sealer } from '../../platform/outgoing/sealer.ts';
import { historyLock } from '../bot-settings/bot-settings.ts';
import type { UserData } from '../feature.ts';
import { openUsers } from './erasing-users.ts';
import { claimMs, type ErasureRow, type ErasureStore } from './erasure-store.ts';

export interface RunDeps {
  rows: ErasureStore;
  metadata: Pick<Metadata, 'withLock'>;
  store: Pick<EventStore, 'eraseUsers'>;
  sealer: Pick<Sealer, 'open'>;
  userData: readonly UserData[];
  logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Deletes everything about the users of an erasure that is found now: events first, then what features keep. Each part
 * can be interrupted and repeated; its numbers are added to the certificate once it has ended. Under the lock of the
 * bot's history, as everything that rewrites it. `isTheirs` leaves users out who have come back.
 * @returns how many rows and files were found
 */
export async function deleteUsers(
  { rows, metadata, store, sealer, userData }: RunDeps,
  row: Pick<ErasureRow, 'erasure_id' | 'bot_key'>,
  isTheirs: (userId: number) => boolean = () => true,
): Promise<number> {
  const id = Number(row.erasure_id);
  const users = openUsers(sealer, await rows.users(id)).filter(({ userId }) => isTheirs(userId));
  if (users.length === 0) return 0;
  const bot = row.bot_key;
  const places = await metadata.withLock(historyLock(bot), () => store.eraseUsers(bot, { id, users }));
  await rows.count(id, places);
  let deletedCount = Object.values(places).reduce((sum, count) => sum + count, 0);
  const userIds = users.map(({ userId }) => userId);
  for (const { name, erase } of userData) {
    const count = await erase(bot, userIds);
    if (count > 0) await rows.count(id, { [name]: count });
    deletedCount += count;
  }
  return deletedCount;
}

/**
 * Runs an erasure until nothing shows the users any more, unless another process does. What fails, because a store is
 * away or the bot is being moved between event servers, is tried again by the next job.
 */
export async function runErasure(deps: RunDeps, id: number): Promise<void> {
  const { rows, logger } = deps;
  const row = await rows.claim(id);
  if (row === undefined) return;
  const renewing = setInterval(() => void rows.renew(id).catch(() => undefined), claimMs / 3).unref();
  try {
    await deleteUsers(deps, row);
    await rows.hide(id);
    logger.info({ bot: row.bot_key, erasure: id }, 'users were erased; their files are purged later');
  } catch (error) {
    logger.warn({ err: error, bot: row.bot_key, erasure: id }, 'users could not be erased; it is tried again');
    await rows.release(id).catch(() => undefined);
  } finally {
    clearInterval(renewing);
  }
}
