import type { Registry } from 'prom-client';
import { publicPlace } from '../fairness/asker.ts';
import { createFairQueue, type FairQueue, registerQueueMetrics } from '../fairness/fair-queue.ts';

/** The queues of the edge: every call of the API waits in one of them for its asker's turn. */
export interface Turns {
  /** Answered out of the metadata store, or by a look at Telegram. */
  calls: FairQueue;
  /** Answered out of the event store (`heavy` endpoints): each is several statements, and milliseconds of this thread. */
  questions: FairQueue;
  /** Files on their way out: each takes a place until the client has the whole, or has left. */
  files: FairQueue;
}

/**
 * 120 heavy queries that came at once blocked everything for 2.7 s, only to be written as statements: a page of the
 * dashboard asks some twenty, and the store answers three at a time.
 * A call that has waited `timeoutMs` is refused: the dashboard gives up after 30 s.
 */
export function createTurns(metrics?: Registry, timeoutMs = 20_000): Turns {
  const sharedLimits = { timeoutMs };
  const bounded = (runningLimit: number, ofOne: number, ofPublic: number) => ({
    running: runningLimit,
    runningOf: (place: string) => (place === publicPlace ? ofPublic : ofOne),
  });
  const turns = {
    calls: createFairQueue({
      ...sharedLimits,
      ...bounded(100, 8, 40),
      waiting: 2_000,
      waitingOfOne: 200,
      lightMs: 30_000,
    }),
    questions: createFairQueue({
      ...sharedLimits,
      ...bounded(24, 6, 8),
      waiting: 1_000,
      waitingOfOne: 60,
      lightMs: 5_000,
    }),
    files: createFairQueue({
      timeoutMs: 3 * timeoutMs,
      ...bounded(16, 2, 4),
      waiting: 100,
      waitingOfOne: 8,
      lightMs: 120_000,
    }),
  };
  if (metrics !== undefined)
    for (const [name, queue] of Object.entries(turns)) registerQueueMetrics(name, queue, metrics);
  return turns;
}
