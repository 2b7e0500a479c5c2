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

export function openLoader(options: LoaderOptions): Loader {
  const { spool, logger } = options;
  const drains = createDrains();
  const readers = createReaders();
  let attempts = 0;
  let lastStart = Number.NEGATIVE_INFINITY;
  let insertingSince: number | null = null;
  let lastError: string | null = null;
  let closed = false;
  let bell = Promise.withResolvers<void>();
  const pauses = createPauses();

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
    readers.release(spool.passed().removed);
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
      drains.fail(error, attempt);
      readers.release(Number.POSITIVE_INFINITY);
      await pause(options.retryMs);
    }
  }

  async function pause(ms: number): Promise<void> {
    if (ms > 0 && !closed && drains.isEmpty() && readers.isEmpty()) {
      await pauses.take(ms);
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      if (spool.size().rows === 0) {
        drains.finish();
        await bell.promise;
        bell = Promise.withResolvers();
        continue;
      }
      await pause(lastStart + options.intervalMs - performance.now());
      if (!closed) await carryOne();
    }
    drains.fail(new Error('The store is closing'));
    readers.release(Number.POSITIVE_INFINITY);
  }
  const loadLoop = run();

  function hasten(): void {
    pauses.cutShort();
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
      const drained = drains.add(attempts);
      hasten();
      await drained;
    },
    async caughtUp(ms) {
      const { appended, removed } = spool.passed();
      if (removed >= appended || problem() !== null || closed) return;
      const isCarried = readers.add(appended);
      hasten();
      await Promise.race([isCarried, wait(ms, undefined, { ref: false })]);
    },
    problem,
    async close() {
      closed = true;
      hasten();
      await loadLoop;
    },
  };
}

/** Pauses that end early when someone waits. */
function createPauses() {
  let hurry = new AbortController();
  return {
    take: (ms: number): Promise<void> => wait(ms, undefined, { signal: hurry.signal }).catch(() => undefined),
    cutShort(): void {
      hurry.abort();
      hurry = new AbortController();
    },
  };
}

/** Callers that wait until the spool is empty. */
function createDrains() {
  let waiters: { after: number; done: PromiseWithResolvers<void> }[] = [];
  return {
    isEmpty: (): boolean => waiters.length === 0,
    /** `after`: attempts that have begun by now; their failures do not concern the caller. */
    add(after: number): Promise<void> {
      const done = Promise.withResolvers<void>();
      waiters.push({ after, done });
      return done.promise;
    },
    finish(): void {
      for (const { done } of waiters.splice(0)) done.resolve();
    },
    /** `attempt`: the number of the one that failed. */
    fail(error: unknown, attempt = Number.POSITIVE_INFINITY): void {
      const concerned = waiters.filter(({ after }) => after < attempt);
      waiters = waiters.filter(({ after }) => after >= attempt);
      for (const { done } of concerned) done.reject(error);
    },
  };
}

/** Callers that wait until as many rows have left the spool. */
function createReaders() {
  let readers: { rows: number; done: PromiseWithResolvers<void> }[] = [];
  return {
    isEmpty: (): boolean => readers.length === 0,
    add(rows: number): Promise<void> {
      const done = Promise.withResolvers<void>();
      readers.push({ rows, done });
      return done.promise;
    },
    release(removedRows: number): void {
      for (const { rows, done } of readers) if (rows <= removedRows) done.resolve();
      readers = readers.filter(({ rows }) => rows > removedRows);
    },
  };
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
