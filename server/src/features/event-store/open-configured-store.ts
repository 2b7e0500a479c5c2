import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { EventStore, EventStoreOptions, Rejection } from '../../events/store/event-store.ts';
import { openEventStore } from '../../events/store/open-event-store.ts';
import { routeBots } from '../../events/store/servers/route-bots.ts';
import { openServerStores, type ServerStore, serversWithSpools } from '../../events/store/servers/server-stores.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { holderEndMs } from '../../platform/data-dir/directory-lock.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { openPlacement } from './placement.ts';
import { hasSeveralServers, registerServers } from './register-servers.ts';

/** Single servers behind the common store; `stores` is empty while there is only one. */
export interface EventServers {
  stores: ReadonlyMap<string, ServerStore>;
  /** Resolves when all writes go by the map of bots as it is now. Rejects while the metadata store is away. */
  confirmPlacement(): Promise<void>;
}

export interface OpenedStore {
  store: EventStore;
  servers: EventServers;
  close(): Promise<void>;
}

interface StoreConfig {
  dataDir: string;
  /** None: the embedded engine. */
  clickhouseUrls: readonly string[];
  clickhouseCluster: string | undefined;
  eventStoreTimeoutMs: number;
  catchUpMs?: number;
  stopWaitMs: number;
}

interface StoreDeps {
  config: StoreConfig;
  metadata: Pick<Metadata, 'db' | 'withLock'>;
  bus: Pick<Bus, 'subscribe'>;
  logger: Logger;
  metrics: Registry;
  onRejected: (rejections: Rejection[]) => void;
  /** Wraps the store of each server, ahead of its statements. */
  wrap: (store: EventStore) => EventStore;
  /** Times that tests shorten. */
  times?: Pick<EventStoreOptions, 'intervalMs' | 'retryMs' | 'rollupTimeoutMs'>;
}

/** The event store as the configuration has it: embedded, one server, or several. */
export async function openConfiguredStore(deps: StoreDeps): Promise<OpenedStore> {
  const { config, metadata, bus, logger, wrap } = deps;
  const { dataDir, clickhouseUrls: urls, clickhouseCluster: cluster } = config;
  const options = {
    ...deps.times,
    dataDir,
    cluster,
    timeoutMs: config.eventStoreTimeoutMs,
    ...(config.catchUpMs === undefined ? {} : { catchUpMs: config.catchUpMs }),
    stopWaitMs: config.stopWaitMs,
    lockWaitMs: holderEndMs,
    logger,
    metrics: deps.metrics,
    withLock: <T>(work: () => Promise<T>) => metadata.withLock('event-migrations', work),
    onRejected: deps.onRejected,
  };
  const [url] = urls;
  if (urls.length < 2 && !(await hasSeveralServers(metadata.db))) {
    if (serversWithSpools(dataDir).length > 0) throw new Error('DATA_DIR has rows for several event servers');
    const store = await openEventStore({ ...options, ...(url === undefined ? {} : { clickhouseUrl: url }) });
    return {
      store: wrap(store),
      servers: { stores: new Map(), confirmPlacement: async () => undefined },
      close: store.close,
    };
  }
  if (url === undefined) {
    throw new Error('CLICKHOUSE_URL: this installation has several event servers; name their addresses');
  }
  const { servers, close: closeEngines } = await registerServers({ metadata, urls, cluster, logger });
  try {
    const defaultServer = servers.find(({ isDefault }) => isDefault)?.id ?? '';
    const placement = await openPlacement({ db: metadata.db, bus, logger, defaultServer });
    const { stores, close } = await openServerStores(servers, options);
    const wrapped = new Map([...stores].map(([id, { store }]) => [id, wrap(store)]));
    const store = routeBots(wrapped, placement);
    return {
      store,
      servers: {
        stores,
        async confirmPlacement() {
          await placement.refresh();
          await store.settleWrites();
        },
      },
      async close() {
        placement.close();
        await close();
        await closeEngines();
      },
    };
  } catch (error) {
    await closeEngines();
    throw error;
  }
}
