import type { Logger } from 'pino';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ErasedUsers } from '../../erased-users/erased-users.ts';
import type { FileCache } from './file-cache.ts';

/**
 * Each process has files of its own, and learns of an erasure by hashes alone: it looks for users with files whose hash
 * is known. Those who came back lose their files too; Telegram is asked for them again. Returns a function to stop.
 */
export function forgetErasedFiles(deps: {
  cache: Pick<FileCache, 'owners' | 'removeUser'>;
  erasedUsers: Pick<ErasedUsers, 'wasErased'>;
  bus: Pick<Bus, 'subscribe'>;
  logger: Pick<Logger, 'warn'>;
}): () => void {
  const { cache, erasedUsers, bus, logger } = deps;
  const look = async (onlyBot: string | null): Promise<void> => {
    for (const { bot, user } of await cache.owners()) {
      if ((onlyBot === null || onlyBot === bot) && erasedUsers.wasErased(bot, user)) await cache.removeUser(bot, user);
    }
  };
  const start = (onlyBot: string | null): void => {
    look(onlyBot).catch((error: unknown) => logger.warn({ err: error }, 'files of erased users remain'));
  };
  start(null);
  // Own erasures are skipped: this process deletes those files itself and counts them for the certificate.
  return bus.subscribe('erasures-changed', ({ key, isOwn }) => {
    if (!isOwn) start(key);
  });
}
