import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { EventStore } from '../../events/store/event-store.ts';
import { openEventStore } from '../../events/store/open-event-store.ts';
import { serversWithSpools } from '../../events/store/servers/server-stores.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import type { Config } from '../../platform/config.ts';
import { openMetadata } from '../../platform/metadata/open-metadata.ts';
import { openConfiguredStore } from '../event-store/open-configured-store.ts';

/** Counts of the rows that waited in a data directory, by outcome. */
export interface LoadedSpool {
  loaded_rows: number;
  /** Rows that the engine rejects for good. */
  rejected_rows: number;
  /** Rows that still wait: the engine was away, or there was not enough time. */
  left_rows: number;
}

const defaultTimeoutMs = 600_000;

/**
 * Loads what waits in the spools of a data directory whose process is gone into the event store. Safe to repeat.
 * @throws DirectoryInUse where a server runs on the directory, which then loads it itself
 */
export async function loadSpool(options: { config: Config; logger: Logger; timeoutMs?: number }): Promise<LoadedSpool> {
  const { config, logger, timeoutMs = defaultTimeoutMs } = options;
  let rejected = 0;
  const { store, close } = await openStore(config, logger, (rows) => {
    rejected += rows;
  });
  const sum = (counter: 'appended' | 'removed') =>
    store.spoolPositions().reduce((all, position) => all + position[counter], 0);
  try {
    const appended = sum('appended');
    await Promise.race([store.flush().catch(() => undefined), wait(timeoutMs, undefined, { ref: false })]);
    const removedRows = sum('removed');
    return { loaded_rows: removedRows - rejected, rejected_rows: rejected, left_rows: appended - removedRows };
  } finally {
    await close();
  }
}

/** One server is found without PostgreSQL, which may be away too; which of several a spool is for is known there. */
async function openStore(
  config: Config,
  logger: Logger,
  onRejected: (rows: number) => void,
): Promise<{ store: EventStore; close(): Promise<void> }> {
  const { dataDir, clickhouseUrls: urls, clickhouseCluster: cluster, databaseUrl } = config;
  const report = (rejections: readonly unknown[]): void => onRejected(rejections.length);
  if (urls.length < 2 && serversWithSpools(dataDir).length === 0) {
    const [clickhouseUrl] = urls;
    const server = clickhouseUrl === undefined ? {} : { clickhouseUrl };
    const store = await openEventStore({ dataDir, logger, cluster, stopWaitMs: 0, onRejected: report, ...server });
    return { store, close: store.close };
  }
  const metadata = await openMetadata({ dataDir, logger, ...(databaseUrl === undefined ? {} : { databaseUrl }) });
  const configuredStore = await openConfiguredStore({
    config: { ...config, stopWaitMs: 0 },
    metadata,
    bus: createLocalBus(),
    logger,
    metrics: new Registry(),
    wrap: (store) => store,
    onRejected: report,
  }).catch(async (error: unknown) => {
    await metadata.close();
    throw error;
  });
  return {
    store: configuredStore.store,
    async close() {
      await configuredStore.close();
      await metadata.close();
    },
  };
}
