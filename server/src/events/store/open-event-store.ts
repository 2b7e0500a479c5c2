import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { systemClock } from '../../platform/clock.ts';
import { lockWhenFree } from '../../platform/data-dir/directory-lock.ts';
import { AppError } from '../../platform/errors.ts';
import { fairLoop } from '../../platform/fairness/fair-loop.ts';
import type { Frame } from '../../platform/journal/log-file.ts';
import { assertLocked } from '../../platform/lock-context.ts';
import { describeRow, encodeRows, type Rejection } from './encode-rows.ts';
import type { Engine, Insert, Statement } from './engine/engine.ts';
import { openServerEngine } from './engine/server.ts';
import { eventMetrics } from './event-metrics.ts';
import { readRow } from './event-row.ts';
import type { EventStore, EventStoreOptions } from './event-store.ts';
import { historyOf } from './history.ts';
import { insertRows, type RejectedRow } from './insert-rows.ts';
import { type Loader, openLoader } from './loader.ts';
import { migrateOnce } from './migrate.ts';
import { openSpool, type Spool } from './spool.ts';
import { defaultWriterLimits, openWriter } from './writer.ts';

/**
 * Opens the store: tables brought up to date, what the spool holds on its way into the engine.
 * @throws DirectoryInUse when another process has the data directory
 */
export async function openEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { clickhouseUrl, dataDir } = options;
  // The spool is there with every engine; two processes would load, and delete, each other's.
  const release = await lockWhenFree(dataDir, 'events', {
    waitMs: options.lockWaitMs ?? 0,
    logger: options.logger,
  });
  let engine: Engine | null = null;
  try {
    engine = clickhouseUrl ? openServerEngine(clickhouseUrl, options) : await openEmbedded(join(dataDir, 'events'));
    const store = await openEventStoreOn(engine, options);
    return { ...store, close: () => store.close().finally(release) };
  } catch (error) {
    await engine?.close();
    release();
    throw error;
  }
}

/** Loaded only where it is used: its native part has no build for every platform. */
async function openEmbedded(directory: string): Promise<Engine> {
  const { openEmbeddedEngine } = await import('./engine/embedded.ts');
  return openEmbeddedEngine(directory);
}

/** Time limit of a shutdown's wait for the engine, ms. */
const closeTimeoutMs = 5_000;

interface FrameWriterParts {
  spool: Pick<Spool, 'append'>;
  loader: Pick<Loader, 'wake'>;
  engine: Pick<Engine, 'insert'>;
  metrics: ReturnType<typeof eventMetrics>;
  logger: EventStoreOptions['logger'];
  timeoutMs: number;
  onRejectedRows(rows: RejectedRow[]): void;
}

/** Makes frames of rows durable. */
function frameWriter({ spool, loader, engine, metrics, logger, timeoutMs, onRejectedRows }: FrameWriterParts) {
  let spoolError: string | null = null;
  /** The spool first; the engine itself only where the spool fails (its disk may be full, a server's is another one). */
  async function store(frame: Frame): Promise<void> {
    const start = performance.now();
    try {
      await spool.append(frame);
      spoolError = null;
      loader.wake();
    } catch (error) {
      if (spoolError === null) logger.error({ err: error }, 'the spool takes no rows; trying the event store itself');
      spoolError = `The spool takes no rows: ${error instanceof Error ? error.message : String(error)}`;
      await insertDirectly(frame, error);
    }
    metrics.committed((performance.now() - start) / 1000);
  }
  async function insertDirectly(frame: Frame, cause: unknown): Promise<void> {
    const insert = insertRows(engine, frame.body).then(onRejectedRows);
    const tooSlow = wait(timeoutMs, undefined, { ref: false }).then(() => {
      throw new AppError('StoreUnavailable', { cause });
    });
    await Promise.race([insert, tooSlow]);
    metrics.written(frame.rows);
  }
  return { store, spoolError: () => spoolError };
}

/** The store on an engine that is already open: the seam where tests put a failing disk or a slow server. */
export async function openEventStoreOn(innerEngine: Engine, options: EventStoreOptions): Promise<EventStore> {
  const engine = fenced(innerEngine);
  const { logger, timeoutMs = 2_000, retryMs = 1_000, intervalMs = 1_000 } = options;
  const { catchUpMs = 300, rollupTimeoutMs = 120_000, maxSpoolBytes = 4_000_000_000 } = options;
  const spool = await openSpool(join(options.dataDir, options.spoolFolder ?? 'spool'), {
    maxBytes: maxSpoolBytes,
    openFile: options.openSpoolFile,
    onTorn: (path, bytes) => logger.warn({ path, bytes }, 'the end of a spool file is torn: it was never acknowledged'),
  });
  const metrics = eventMetrics(options.metrics ?? new Registry(), spool.size, options.serverId);
  const prepared = migrateOnce(engine, options);
  await prepared.run().catch((error: unknown) => {
    if (engine.kind === 'embedded' || !(error instanceof AppError && error.code === 'StoreUnavailable')) throw error;
    logger.error({ err: error }, 'the event store does not answer; events wait in the spool');
  });

  const reject = (rejections: Rejection[]) => {
    metrics.rejected(rejections.length);
    options.onRejected(rejections.map((one) => ({ ...one, text: one.text.slice(0, 2_000) })));
  };
  const onRejectedRows = (rejectedRows: RejectedRow[]) =>
    reject(
      rejectedRows.map(({ line, reason }) => {
        const row = readRow(line);
        return { ...describeRow(row), reason: 'Unstorable', text: `${reason.split('\n', 1)[0]}\n${row.payload}` };
      }),
    );
  const readyEngine = {
    async insert(rows: Insert) {
      await prepared.run();
      await engine.insert(rows);
    },
  };
  const loader = openLoader({
    engine: readyEngine,
    spool,
    logger,
    intervalMs,
    retryMs,
    timeoutMs,
    onInserted(rows, seconds) {
      metrics.written(rows);
      metrics.inserted(seconds);
    },
    onRejectedRows,
  });

  const frames = frameWriter({ spool, loader, engine: readyEngine, metrics, logger, timeoutMs, onRejectedRows });
  const writer = openWriter(frames.store, options.writerLimits ?? defaultWriterLimits);
  async function flush(): Promise<void> {
    await writer.idle();
    await loader.drain();
  }

  return {
    async write(events) {
      const [first] = events;
      if (first === undefined) return;
      const encoding = fairLoop.run(first.bot, encodeRows(events));
      const { rejections, ...rows } = encoding instanceof Promise ? await encoding : encoding;
      if (rejections.length > 0) reject(rejections);
      await writer.write(rows);
    },
    async query<Row extends object>(statement: Statement) {
      await prepared.run();
      if (statement.isCaughtUp !== true) await loader.caughtUp(catchUpMs);
      return await engine.query<Row>(statement);
    },
    async writeFile(statement, file) {
      await prepared.run();
      await loader.caughtUp(catchUpMs);
      await engine.writeFile(statement, file);
    },
    async completeUntil() {
      const since = spool.oldestSince();
      // Younger rows came after the statements that waited for `catchUpMs`.
      return since !== null && systemClock.monotonic() - since.monotonic >= catchUpMs ? since.at : null;
    },
    ...historyOf({ engine, prepared, loader, flush, catchUpMs, rollupTimeoutMs }),
    flush,
    spoolPositions: () => [spool.passed()],
    health() {
      const { rows, bytes } = spool.size();
      const lastError = loader.problem() ?? frames.spoolError();
      const isReady = prepared.done() && lastError === null;
      return {
        takesRows: frames.spoolError() === null || loader.problem() === null,
        ready: isReady,
        engine: engine.kind,
        spooledRows: rows,
        spooledBytes: bytes,
        lastError,
      };
    },
    async close() {
      await writer.close();
      // A quiet end leaves nothing behind; a stuck engine does not hold up the end, for the spool is safe.
      const timeout = (ms = closeTimeoutMs) => wait(ms, undefined, { ref: false });
      await Promise.race([loader.drain().catch(() => undefined), timeout(options.stopWaitMs)]);
      await Promise.race([loader.close(), timeout()]);
      await spool.close();
      await Promise.race([engine.close(), timeout()]);
    },
  };
}

/** Statements that rewrite history run under a lock of the bot; none begins after that lock was lost. */
function fenced(engine: Engine): Engine {
  return {
    ...engine,
    async command(sql, params) {
      await assertLocked();
      await engine.command(sql, params);
    },
  };
}
