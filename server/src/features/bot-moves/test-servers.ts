import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { startServer } from '../../events/store/test-stores.ts';
import { createLocalBus } from '../../platform/bus/bus.ts';
import type { Metadata } from '../../platform/metadata/open-metadata.ts';
import { openConfiguredStore } from '../event-store/open-configured-store.ts';
import { startHeartbeat } from '../instances/heartbeat.ts';
import { createInstances } from '../instances/instances.ts';
import { createBotMoves } from './bot-moves.ts';
import { createMoveStore } from './move-store.ts';
import { createMover, type MoverDeps } from './mover.ts';

/** A ClickHouse server over HTTP that can be stopped and started again. */
export interface TestClickHouse {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export async function startTestClickHouse(): Promise<TestClickHouse> {
  const directory = mkdtempSync(join(tmpdir(), 'botscope-clickhouse-'));
  const first = await startServer(directory);
  let child: ChildProcess | null = first.child;
  const stop = async (): Promise<void> => {
    if (child === null) return;
    const exit = once(child, 'exit');
    child.stdin?.end();
    child = null;
    await exit;
  };
  return {
    url: first.url,
    stop,
    async start() {
      child = (await startServer(directory, Number(new URL(first.url).port))).child;
    },
    async remove() {
      await stop();
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** The event store of one process on several servers, and the mover of its bots, without waiting times. */
export async function openTestServers(metadata: Metadata, urls: readonly string[], instance = 'first') {
  const logger = pino({ level: 'silent' });
  const dataDir = mkdtempSync(join(tmpdir(), 'botscope-servers-'));
  const bus = createLocalBus();
  const metrics = new Registry();
  const { store, servers, close } = await openConfiguredStore({
    config: { dataDir, clickhouseUrls: urls, clickhouseCluster: undefined, eventStoreTimeoutMs: 2_000, stopWaitMs: 0 },
    metadata,
    bus,
    logger,
    metrics,
    onRejected: () => undefined,
    wrap: (one) => one,
    times: { intervalMs: 0, retryMs: 50, rollupTimeoutMs: 0 },
  });
  const heartbeat = startHeartbeat({
    db: metadata.db,
    own: { id: instance, roles: ['ingest'], host: 'test' },
    spoolPositions: store.spoolPositions,
    prepare: servers.confirmPlacement,
    logger,
    intervalMs: 3_600_000,
  });
  await heartbeat.beat();
  const instances = createInstances(metadata.db);
  const moves = createMoveStore(metadata.db);
  const haveStored = async (moment: Date): Promise<boolean> => {
    await heartbeat.beat();
    return instances.haveStored(moment);
  };
  return {
    store,
    stores: servers.stores,
    moves,
    metrics,
    heartbeat,
    botMoves: createBotMoves({ db: metadata.db, bus, urls }),
    mover: (overrides: Partial<MoverDeps> = {}) =>
      createMover({
        metadata,
        moves,
        stores: servers.stores,
        bus,
        logger,
        haveStored,
        settledMs: 0,
        insertTimeoutMs: 0,
        sliceRows: 10,
        ...overrides,
      }),
    async close() {
      await heartbeat.close();
      await close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
export type TestServers = Awaited<ReturnType<typeof openTestServers>>;
