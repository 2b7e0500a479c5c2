import type { Registry } from 'prom-client';
import type { EventStore, Statement } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import { asker, publicPlace } from '../../platform/fairness/asker.ts';
import {
  type Asker,
  createFairQueue,
  type FairQueue,
  type QueueLimits,
  registerQueueMetrics,
} from '../../platform/fairness/fair-queue.ts';

/**
 * Two cores answer three heavy statements at once as fast as more; a fourth turn is kept for those who ask little, so
 * that they never wait for the end of a heavy one. A server of its own has more cores.
 */
const concurrency = { embedded: 4, server: 8 } as const;

const queryLimits = (limit: number, timeoutMs: number): QueueLimits => ({
  running: limit,
  runningOf: (place) => (place === publicPlace ? Math.max(1, limit - 2) : limit - 1),
  // Three at once of one account made another's report take 500 ms, not 140.
  runningBeside: Math.max(1, limit - 3),
  waiting: 1_000,
  waitingOfOne: 200,
  timeoutMs,
  lightMs: 1_000,
});

/** Time for which later statements of one question need not wait for acknowledged rows: its first one has, ms. */
const caughtUpMs = 1_000;
/** Time limit of a statement of the first rank, s: a heavy first question must not pause everything. */
const firstRankSeconds = 1;

const timeIsUp = new Set<string>(['QueryTooHeavy', 'Overloaded']);

/** Runs a statement; if it is not light after all, it begins again, behind those that are. */
async function inRank<Row extends object>(store: EventStore, statement: Statement, rank: number): Promise<Row[]> {
  if (rank > 1) return store.query<Row>({ ...statement, rank });
  try {
    return await store.query<Row>({ ...statement, rank, timeoutSeconds: firstRankSeconds });
  } catch (error) {
    if (!(error instanceof AppError && timeIsUp.has(error.code))) throw error;
    return store.query<Row>({ ...statement, rank: 2 });
  }
}

/**
 * The event store behind a queue: every statement, of whatever part of the product, waits for its asker's turn, at most
 * `timeoutMs`: the dashboard gives up after 30 s.
 */
export const fairStore = (store: EventStore, metrics: Registry, timeoutMs = 20_000): EventStore =>
  fairStores(metrics, timeoutMs)(store);

/** Puts each of several stores behind a queue of its own: one that hangs delays no statement of the others. */
export function fairStores(metrics: Registry, timeoutMs = 20_000): (store: EventStore) => EventStore {
  const queues: FairQueue[] = [];
  const sum = (state: keyof ReturnType<FairQueue['size']>) => queues.reduce((all, one) => all + one.size()[state], 0);
  const size = () => ({ running: sum('running'), waiting: sum('waiting'), refused: sum('refused') });
  registerQueueMetrics('statements', { size }, metrics);
  return (store) => {
    const queue = createFairQueue(queryLimits(concurrency[store.health().engine], timeoutMs));
    queues.push(queue);
    return withQueue(queue, store);
  };
}

function withQueue(queue: FairQueue, store: EventStore): EventStore {
  /** When each asker last waited for what was acknowledged before, ms: 40 ms on a busy bot, once a question. */
  const caughtUp = new WeakMap<Asker, number>();
  return {
    ...store,
    query: (statement) => {
      const isCaughtUp = performance.now() - (caughtUp.get(asker()) ?? Number.NEGATIVE_INFINITY) < caughtUpMs;
      return queue.run(asker(), statement.signal, ({ rank }) => inRank(store, { ...statement, isCaughtUp }, rank));
    },
    // Never of the first rank: files are large.
    writeFile: (statement, file) =>
      queue.run(asker(), statement.signal, ({ rank }) =>
        store.writeFile({ ...statement, rank: Math.max(2, rank) }, file),
      ),
    async rollup(bot) {
      const rollup = await queue.run(asker(), undefined, () => store.rollup(bot));
      if (asker().urgency === 'interactive') caughtUp.set(asker(), performance.now());
      return rollup;
    },
  };
}
