import { join } from 'node:path';
import type { Event } from '@botscope/contract';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { openEmbeddedEngine } from './engine/embedded.ts';
import type { Engine, Statement } from './engine/engine.ts';
import { openServerEngine } from './engine/server.ts';
import { eventMetrics } from './event-metrics.ts';
import { encodeRow, readRow } from './event-row.ts';
import { openInsertLane } from './insert-lane.ts';
import { migrate } from './migrate.ts';
import { openReplayer } from './replayer.ts';
import { openSpool } from './spool.ts';
import { whyRejected } from './validate-row.ts';
import { defaultWriterLimits, openWriter, type WriterLimits } from './writer.ts';

export type { Parameter, Statement } from './engine/engine.ts';

/** An event that cannot be stored, for its bot's error log. */
export interface Rejection {
  bot: string;
  reason: string;
  /** The payload, cut to 2,000 characters. */
  text: string;
}

export interface EventStoreHealth {
  /** False while the engine does not take rows: they wait in the spool. */
  ready: boolean;
  engine: Engine['kind'];
  spooledRows: number;
  spooledBytes: number;
  lastError: string | null;
}

/** All events of all bots. */
export interface EventStore {
  /**
   * Resolves when every row is durable: in the engine, or in the fsynced spool. Rejects with StoreUnavailable only if
   * neither could take them. Rows that cannot be stored at all are handed to `onRejected` and fail nobody.
   */
  write(events: readonly Event[]): Promise<void>;
  /** Asks the engine; rejects with QueryTooHeavy, StoreUnavailable or the signal's reason. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** For tests and shutdown: resolves when everything written is in the engine, the spool included. */
  flush(): Promise<void>;
  health(): EventStoreHealth;
  /** Answers everyone who waits, then lets go of the engine. */
  close(): Promise<void>;
}

export interface EventStoreOptions {
  dataDir: string;
  /** `http://user:password@host:8123/database`; without it the embedded engine keeps its files under `dataDir`. */
  clickhouseUrl?: string;
  logger: Logger;
  onRejected: (rejections: Rejection[]) => void;
  /** Where the counters go. */
  metrics?: Registry;
  /** Runs the migrations of a shared server while no other process does. */
  withLock?: <T>(work: () => Promise<T>) => Promise<T>;
  /** An insert that takes longer counts as failed and its rows go to the spool, ms. */
  slowAfterMs?: number;
  /** Pause between two attempts to reach a failing engine, ms. */
  retryMs?: number;
  /** Limit of the spool, bytes. */
  maxSpoolBytes?: number;
  writerLimits?: WriterLimits;
}

/** Opens the store: tables brought up to date, what the spool holds on its way into the engine. */
export async function openEventStore(options: EventStoreOptions): Promise<EventStore> {
  const { clickhouseUrl, dataDir } = options;
  const engine = clickhouseUrl ? openServerEngine(clickhouseUrl) : openEmbeddedEngine(join(dataDir, 'events'));
  try {
    return await openEventStoreOn(engine, options);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** The store on an engine that is already open: the seam where tests put a failing disk or a slow server. */
export async function openEventStoreOn(engine: Engine, options: EventStoreOptions): Promise<EventStore> {
  const { logger, slowAfterMs = 2_000, retryMs = 1_000, maxSpoolBytes = 4_000_000_000 } = options;
  const withLock = options.withLock ?? ((work) => work());
  const spool = await openSpool(join(options.dataDir, 'spool'), {
    maxBytes: maxSpoolBytes,
    onTorn: (path, bytes) => logger.warn({ path, bytes }, 'the end of a spool file is torn and was never acknowledged'),
  });
  const metrics = eventMetrics(options.metrics ?? new Registry(), spool.size);

  // A server may be down when we start. Then rows wait in the spool, and its tables are made before the first insert.
  let prepared: Promise<unknown> | undefined;
  const prepare = () => {
    prepared ??= withLock(() => migrate(engine)).catch((error: unknown) => {
      prepared = undefined;
      throw error;
    });
    return prepared;
  };
  await prepare().catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'StoreUnavailable') || engine.kind === 'embedded') throw error;
    logger.error({ err: error }, 'the event store does not answer; events wait in the spool');
  });

  const reject = (rejections: Rejection[]) => {
    metrics.rejected.inc(rejections.length);
    options.onRejected(rejections.map((one) => ({ ...one, text: one.text.slice(0, 2_000) })));
  };
  const lane = openInsertLane({
    engine: {
      async insert(rows) {
        await prepare();
        await engine.insert(rows);
      },
    },
    logger,
    slowAfterMs,
    retryMs,
    onInserted(rows, seconds) {
      metrics.written.inc(rows);
      metrics.batches.inc();
      metrics.insertSeconds.observe(seconds);
    },
    onRefused: (refused) =>
      reject(
        refused.map(({ row, reason }) => {
          const { bot, payload } = readRow(row);
          return { bot, reason, text: payload };
        }),
      ),
  });
  const replayer = openReplayer({ spool, lane, retryMs, onReplayed: (rows) => metrics.replayed.inc(rows) });

  async function store(rows: readonly string[]): Promise<void> {
    // While the spool holds rows, the replayer finds out whether the engine is back: callers need not wait for that.
    if (lane.healthy() || (lane.worthTrying() && spool.size().rows === 0)) {
      try {
        return await lane.insert(rows);
      } catch {
        // The lane has logged it; the spool takes the rows.
      }
    }
    try {
      await spool.append(rows);
    } catch (error) {
      logger.error({ err: error }, 'the spool takes no rows either; they are refused');
      throw new AppError('StoreUnavailable', { cause: error });
    }
    metrics.spooled.inc(rows.length);
    replayer.wake();
  }
  const writer = openWriter(store, options.writerLimits ?? defaultWriterLimits);
  replayer.wake();

  return {
    async write(events) {
      const rows: string[] = [];
      const rejections: Rejection[] = [];
      for (const event of events) {
        const reason = whyRejected(event);
        if (reason === null) rows.push(encodeRow(event));
        else rejections.push({ bot: String(event.bot), reason, text: String(event.payload) });
      }
      if (rejections.length > 0) reject(rejections);
      await writer.write(rows);
    },
    async query<Row extends object>(statement: Statement) {
      await prepare();
      return await engine.query<Row>(statement);
    },
    async flush() {
      await writer.idle();
      while (spool.size().rows > 0) await replayer.drain();
    },
    health() {
      const { rows, bytes } = spool.size();
      return {
        ready: prepared !== undefined && lane.healthy(),
        engine: engine.kind,
        spooledRows: rows,
        spooledBytes: bytes,
        lastError: lane.lastError(),
      };
    },
    async close() {
      await writer.close();
      await replayer.close();
      await spool.close();
      await engine.close();
    },
  };
}
