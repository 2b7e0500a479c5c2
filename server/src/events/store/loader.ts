import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Engine } from './engine/engine.ts';
import { insertRows, type RejectedRow } from './insert-rows.ts';
import type { LogFile, Spool } from './spool.ts';

export interface LoaderOptions {
  engine: Pick<Engine, 'insert'>;
  spool: Spool;
  logger: Logger;
  /** Least time between the starts of two inserts, ms: an insert costs the engine as much for 1 row as for 500. */
  intervalMs: number;
  /** Pause after a failed insert, ms. */
  retryMs: number;
  /** An insert that takes longer makes the store "not ready", ms. Nobody waits for it but the rows behind it. */
  timeoutMs: number;
  onInserted: (rows: number, seconds: number) => void;
  onRejectedRows: (rows: RejectedRow[]) => void;
}

/** Carries the spool into the engine, oldest rows first, until it is closed. */
export interface Loader {
  /** There are rows to carry. */
  wake(): void;
  /** Resolves when the spool is empty, without the usual pauses; rejects with the engine's error if an attempt fails. */
  drain(): Promise<void>;
  /** Resolves when the rows that the spool holds now are in the engine; at once if the engine fails, and after `ms` anyway. */
  caughtUp(ms: number): Promise<void>;
  /** Null while all is well, else what is wrong. */
  problem(): string | null;
  /** Resolves when no insert runs any more. What is left waits for the next start. */
  close(): Promise<void>;
}

interface Waiter {
  /** Attempts that had begun before it came; their failures do not concern it. */
  after: number;
  done: PromiseWithResolvers<void>;
}

export function openLoader(options: LoaderOptions): Loader {
  const { spool, logger } = options;
  let waiters: Waiter[] = [];
  let readers: { rows: number; done: PromiseWithResolvers<void> }[] = [];
  let attempts = 0;
  let lastStart = Number.NEGATIVE_INFINITY;
  let insertingSince: number | null = null;
  let lastError: string | null = null;
  let closed = false;
  let bell = Promise.withResolvers<void>();
  let hurry = new AbortController();

  async function load(logFile: LogFile): Promise<void> {
    const body = await spool.read(logFile);
    insertingSince = performance.now();
    try {
      const rejectedRows = body.length === 0 ? [] : await insertRows(options.engine, body);
      options.onInserted(logFile.rows, (performance.now() - insertingSince) / 1000);
      if (rejectedRows.length > 0) options.onRejectedRows(rejectedRows);
    } finally {
      insertingSince = null;
    }
    await spool.remove(logFile);
    if (lastError !== null) logger.info('the event store takes rows again');
    lastError = null;
    letReadersGo(spool.passed().removed);
  }

  function letReadersGo(removedRows: number): void {
    for (const reader of readers) if (reader.rows <= removedRows) reader.done.resolve();
    readers = readers.filter((reader) => reader.rows > removedRows);
  }

  async function carryOne(): Promise<void> {
    attempts += 1;
    const attempt = attempts;
    lastStart = performance.now();
    try {
      const logFile = await spool.oldest();
      if (logFile) await load(logFile);
    } catch (error) {
      if (lastError === null)
        logger.error({ err: error }, 'the event store does not take rows; they wait in the spool');
      lastError = explain(error);
      const concerned = waiters.filter((waiter) => waiter.after < attempt);
      waiters = waiters.filter((waiter) => waiter.after >= attempt);
      for (const waiter of concerned) waiter.done.reject(error);
      letReadersGo(Number.POSITIVE_INFINITY);
      await pause(options.retryMs);
    }
  }

  async function pause(ms: number): Promise<void> {
    if (ms > 0 && !closed && waiters.length === 0 && readers.length === 0) {
      await wait(ms, undefined, { signal: hurry.signal }).catch(() => undefined);
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      if (spool.size().rows === 0) {
        for (const waiter of waiters.splice(0)) waiter.done.resolve();
        await bell.promise;
        bell = Promise.withResolvers();
        continue;
      }
      await pause(lastStart + options.intervalMs - performance.now());
      if (!closed) await carryOne();
    }
    for (const waiter of waiters.splice(0)) waiter.done.reject(new Error('The store is closing'));
    letReadersGo(Number.POSITIVE_INFINITY);
  }
  const loadLoop = run();

  function hasten(): void {
    hurry.abort();
    hurry = new AbortController();
    bell.resolve();
  }
  function problem(): string | null {
    if (lastError !== null) return lastError;
    const ms = insertingSince === null ? 0 : performance.now() - insertingSince;
    return ms > options.timeoutMs ? `An insert has been running for ${(ms / 1000).toFixed(1)} s` : null;
  }

  return {
    wake: () => bell.resolve(),
    async drain() {
      const waiter = { after: attempts, done: Promise.withResolvers<void>() };
      waiters.push(waiter);
      hasten();
      await waiter.done.promise;
    },
    async caughtUp(ms) {
      const { appended, removed } = spool.passed();
      if (removed >= appended || problem() !== null || closed) return;
      const reader = { rows: appended, done: Promise.withResolvers<void>() };
      readers.push(reader);
      hasten();
      await Promise.race([reader.done.promise, wait(ms, undefined, { ref: false })]);
    },
    problem,
    async close() {
      closed = true;
      hurry.abort();
      bell.resolve();
      await loadLoop;
    },
  };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
