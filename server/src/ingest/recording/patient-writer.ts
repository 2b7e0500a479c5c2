import { setTimeout as wait } from 'node:timers/promises';
import type { Event } from '@botscope/contract';
import type { Logger } from 'pino';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';

/** Silence after which the store counts as behind, ms: a write takes a few milliseconds. */
const silenceMs = 1_000;
/** One attempt writes at most this many characters: a store that has just come back is not overrun. */
const maxBatch = 4_000_000;

/** Events that are written together. */
export interface WaitingEvents {
  events: Event[];
  size: number;
  done: () => void;
}

/** Writes events at once, or when the store is back. Each of them ends in `onWritten` or in `onLost`. */
export function createPatientWriter(deps: {
  store: Pick<EventStore, 'write'>;
  logger: Logger;
  retryMs: number;
  monotonic: () => number;
  onWritten(one: WaitingEvents): void;
  onLost(one: WaitingEvents, reason: string): void;
}) {
  const { logger, monotonic } = deps;
  /** Refused by the store, oldest first. While there is any the newer ones queue behind them and leave the store in peace. */
  const queue: WaitingEvents[] = [];
  /** Each with when it began by the monotonic clock, the oldest first. */
  const runningWrites = new Map<Promise<boolean>, number>();
  let timer: NodeJS.Timeout | null = null;
  let draining: Promise<void> | null = null;
  let isAway = false;
  let isClosed = false;

  function start(batch: readonly WaitingEvents[]): Promise<boolean> {
    const writing = write(batch).finally(() => runningWrites.delete(writing));
    runningWrites.set(writing, monotonic());
    return writing;
  }

  /** True if the store took them. Others are queued again, unless no attempt will ever succeed. */
  async function write(batch: readonly WaitingEvents[]): Promise<boolean> {
    try {
      await deps.store.write(batch.flatMap(({ events }) => events));
    } catch (error) {
      if (!isPassing(error)) {
        logger.error({ err: error }, 'events cannot be recorded');
        for (const one of batch) deps.onLost(one, 'The event store refuses them');
        return true;
      }
      if (!isAway) logger.error({ err: error }, 'the event store is away; traffic goes on and is recorded later');
      isAway = true;
      queue.unshift(...batch);
      scheduleRetry();
      return false;
    }
    if (isAway) logger.info('the event store is back; what waited is being recorded');
    isAway = false;
    for (const one of batch) deps.onWritten(one);
    return true;
  }

  function scheduleRetry(): void {
    if (isClosed) return;
    timer ??= setTimeout(() => {
      timer = null;
      draining ??= drain().finally(() => {
        draining = null;
      });
    }, deps.retryMs).unref();
  }

  async function drain(): Promise<void> {
    for (;;) {
      const batch = queue.splice(0, batchLength(queue));
      if (batch.length === 0 || !(await start(batch))) return;
    }
  }

  async function settle(): Promise<void> {
    await Promise.all(runningWrites.keys());
    await draining;
    await drain();
  }

  return {
    send(one: WaitingEvents): void {
      if (queue.length > 0) queue.push(one);
      else void start([one]);
    },
    hasBacklog(): boolean {
      if (queue.length > 0) return true;
      const [oldest] = runningWrites.values();
      return oldest !== undefined && monotonic() - oldest > silenceMs;
    },
    /** Tries once more, within `ms`: a disk that hangs does not hold up the end. */
    async close(ms: number): Promise<void> {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await Promise.race([settle(), wait(ms, undefined, { ref: false })]);
      for (const one of queue.splice(0)) deps.onLost(one, 'The server stopped while the event store was away');
    },
  };
}

/** How many of the first ones are one write: as many as fit, and at least one. */
function batchLength(queue: readonly WaitingEvents[]): number {
  let batchSize = 0;
  let length = 0;
  for (const { size } of queue) {
    if (batchSize > 0 && batchSize + size > maxBatch) break;
    batchSize += size;
    length += 1;
  }
  return length;
}

const isPassing = (error: unknown): boolean => error instanceof AppError && error.code === 'StoreUnavailable';
