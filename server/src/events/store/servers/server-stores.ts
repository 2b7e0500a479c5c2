import { readdirSync } from 'node:fs';
import { lockWhenFree } from '../../../platform/data-dir/directory-lock.ts';
import type { ServerEngine } from '../engine/engine.ts';
import type { EventStore, EventStoreOptions } from '../event-store.ts';
import { openEventStoreOn } from '../open-event-store.ts';

/** One of several servers, with the spool of what is on its way there. */
export interface ServerStore {
  engine: ServerEngine;
  store: EventStore;
}

export interface KnownServer {
  id: string;
  /** It has the bots of which nothing else is said. Its spool is the one of a single server. */
  isDefault: boolean;
  engine: ServerEngine;
}

const defaultSpoolBytes = 4_000_000_000;
const getSpoolFolder = ({ id, isDefault }: Pick<KnownServer, 'id' | 'isDefault'>): string =>
  isDefault ? 'spool' : `spool-${id}`;

/** The IDs of servers for which a data directory has a spool, the default one aside. */
export const serversWithSpools = (dataDir: string): string[] =>
  readdirSync(dataDir).flatMap((name) => (name.startsWith('spool-') ? [name.slice('spool-'.length)] : []));

/**
 * A store for each server: rows for one that is away wait in its own spool and hold up no others. The limit of the spool
 * is shared out, so the disk needed does not grow with the number of servers.
 * @throws DirectoryInUse when another process has the data directory
 */
export async function openServerStores(
  servers: readonly KnownServer[],
  options: Omit<EventStoreOptions, 'clickhouseUrl'>,
): Promise<{ stores: ReadonlyMap<string, ServerStore>; close(): Promise<void> }> {
  const { dataDir, logger, lockWaitMs: waitMs = 0 } = options;
  const release = await lockWhenFree(dataDir, 'events', { waitMs, logger });
  const maxSpoolBytes = Math.floor((options.maxSpoolBytes ?? defaultSpoolBytes) / servers.length);
  const opening = servers.map(async (server): Promise<[string, ServerStore]> => {
    const store = await openEventStoreOn(server.engine, {
      ...options,
      maxSpoolBytes,
      serverId: server.id,
      spoolFolder: getSpoolFolder(server),
    });
    return [server.id, { engine: server.engine, store }];
  });
  const settled = await Promise.allSettled(opening);
  const openedStores = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(openedStores.map(([, { store }]) => store.close()));
    release();
  };
  const firstFailure = settled.find((one) => one.status === 'rejected');
  if (firstFailure) {
    await close();
    throw firstFailure.reason;
  }
  return { stores: new Map(openedStores), close };
}
