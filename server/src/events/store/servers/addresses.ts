import { AppError } from '../../../platform/errors.ts';
import { openServerEngine } from '../engine/server.ts';
import { findServer } from './lazy-server.ts';
import { countStoredEvents, ensureServerId, readServerId } from './server-id.ts';
import type { KnownServer } from './server-stores.ts';

export interface Address {
  /** Host and database, without user and password. */
  name: string;
  /** The ID of the server, created if it has none; null while it does not answer. The caller holds a lock. */
  ensureId(): Promise<string | null>;
  /** Events that the server has, of all bots. */
  countEvents(): Promise<number>;
}

export interface Addresses {
  list: readonly Address[];
  /** The server with an ID; which address leads to it is found when it is needed. */
  find(id: string, isDefault: boolean): KnownServer;
  close(): Promise<void>;
}

/** Connections to servers by their addresses, which may be those of any server of the installation. */
export function openAddresses(urls: readonly string[], cluster: string | undefined): Addresses {
  const engines = urls.map((url) => openServerEngine(url, { cluster }));
  const list = engines.map((engine, index) => {
    const { host, pathname } = new URL(urls[index] ?? '');
    return {
      name: `${host}${pathname}`,
      ensureId: () => ensureServerId(engine).catch(nullIfAway),
      countEvents: () => countStoredEvents(engine),
    };
  });
  return {
    list,
    find: (id, isDefault) => ({ id, isDefault, engine: findServer(id, engines, cluster) }),
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
    },
  };
}

/** The events of each server that answers, by its ID. */
export async function countEventsOfServers(urls: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counts = urls.map(async (url): Promise<[string, number][]> => {
    const engine = openServerEngine(url);
    try {
      const id = await readServerId(engine);
      return id === null ? [] : [[id, await countStoredEvents(engine)]];
    } catch (error) {
      nullIfAway(error);
      return [];
    } finally {
      await engine.close();
    }
  });
  return new Map((await Promise.all(counts)).flat());
}

function nullIfAway(error: unknown): null {
  if (error instanceof AppError && error.code === 'StoreUnavailable') return null;
  throw error;
}
