import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AppError } from '../errors.ts';
import type { Engine } from './engine/engine.ts';
import { insertRows, type Refused } from './insert-rows.ts';

export interface InsertLaneOptions {
  engine: Pick<Engine, 'insert'>;
  logger: Logger;
  /** An insert that takes longer than this counts as failed, ms. */
  slowAfterMs: number;
  /** Pause between two attempts to reach a failing engine, ms. */
  retryMs: number;
  onInserted: (rows: number, seconds: number) => void;
  onRefused: (rows: Refused[]) => void;
}

/** The engine as the writer sees it: one insert at a time, and an opinion on whether another one is worth trying. */
export interface InsertLane {
  /** Resolves when the rows are in the engine (bad ones handed to `onRefused`). Rejects with StoreUnavailable. */
  insert(rows: readonly string[]): Promise<void>;
  /** Whether the last insert went well and none hangs. */
  healthy(): boolean;
  /** False while an insert hangs, and for a moment after a failure. */
  worthTrying(): boolean;
  lastError(): string | null;
  /** Resolves when no insert runs. */
  settled(): Promise<void>;
}

/** Opens the lane. Two inserts side by side would only make more and smaller parts, so they queue. */
export function openInsertLane(options: InsertLaneOptions): InsertLane {
  let last: Promise<unknown> = Promise.resolve();
  let hanging = false;
  let lastError: string | null = null;
  let retryAt = 0;

  async function watch(work: Promise<Refused[]>, rows: number): Promise<void> {
    const start = performance.now();
    const stop = new AbortController();
    const slow = wait(options.slowAfterMs, null, { signal: stop.signal }).catch(() => null);
    try {
      const refused = await Promise.race([work, slow]);
      if (refused === null) {
        hanging = true;
        // It goes on alone. Should it still succeed, its rows are in the table twice for a while, which is harmless.
        void work
          .catch(() => undefined)
          .finally(() => {
            hanging = false;
          });
        throw new AppError('StoreUnavailable', { message: `An insert took longer than ${options.slowAfterMs} ms` });
      }
      if (refused.length > 0) options.onRefused(refused);
      options.onInserted(rows, (performance.now() - start) / 1000);
      if (lastError !== null) options.logger.info('the event store takes rows again');
      lastError = null;
    } catch (error) {
      if (lastError === null) options.logger.error({ err: error }, 'the event store does not take rows');
      const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      lastError = error instanceof Error ? `${error.message}${cause}` : String(error);
      retryAt = performance.now() + options.retryMs;
      throw error;
    } finally {
      stop.abort();
    }
  }

  return {
    async insert(rows) {
      const started = last.then(() => ({ work: insertRows(options.engine, rows) }));
      last = started.then(({ work }) => work).catch(() => undefined);
      const { work } = await started;
      await watch(work, rows.length);
    },
    healthy: () => lastError === null && !hanging,
    worthTrying: () => !hanging && (lastError === null || performance.now() >= retryAt),
    lastError: () => lastError,
    async settled() {
      await last;
    },
  };
}
