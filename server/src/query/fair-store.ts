import type { Registry } from 'prom-client';
import type { EventStore } from '../events/event-store.ts';
import { asker, publicPlace } from '../fairness/asker.ts';
import { createFairQueue, type QueueLimits, tellQueue } from '../fairness/fair-queue.ts';

/**
 * Two cores answer three heavy statements at once as fast as more; a fourth turn is kept for those who ask little, so
 * that they never wait for the end of a heavy one. A server of its own has more cores.
 */
const running = { embedded: 4, server: 8 } as const;

const queryLimits = (most: number): QueueLimits => ({
  running: most,
  runningOf: (place) => (place === publicPlace ? Math.max(1, most - 2) : most - 1),
  waiting: 1_000,
  waitingOfOne: 200,
  // The dashboard gives up after 30 s.
  patienceMs: 20_000,
  lightMs: 1_000,
});

/** The event store behind a queue: every statement, of whatever part of the product, waits for its asker's turn. */
export function fairStore(store: EventStore, metrics: Registry): EventStore {
  const queue = createFairQueue(queryLimits(running[store.health().engine]));
  tellQueue('statements', queue, metrics);
  return {
    ...store,
    query: (statement) => queue.run(asker(), statement.signal, ({ rank }) => store.query({ ...statement, rank })),
    rollup: (bot) => queue.run(asker(), undefined, () => store.rollup(bot)),
  };
}
