import { availableParallelism } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { asker, publicPlace } from '../../platform/fairness/asker.ts';
import { createFairQueue } from '../../platform/fairness/fair-queue.ts';

/**
 * argon2id with the parameters that OWASP recommends for it (19 MiB, 2 passes), about 25 ms in the thread pool, so that
 * a burst of sign-ins does not hold up the pushes of bots on the event loop.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A hundred sign-ups at once would take all threads of the pool, which fsyncs and statements need too: half of the cores, at
 * most two, one of an address. On two cores two at a time made reports wait 750 ms.
 */
const most = availableParallelism() >= 4 ? 2 : 1;
const turns = createFairQueue({
  running: most,
  runningOf: (place) => (place === publicPlace ? most : 1),
  waiting: 200,
  waitingOfOne: 100,
  timeoutMs: 15_000,
  lightMs: 200,
});

/** While others wait, the cores rest as long as each has taken: hashing fills memory as fast as they can, and slows all else. */
async function paced<Result>(work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  try {
    return await work();
  } finally {
    if (turns.size().waiting > 0) await rest(performance.now() - begun);
  }
}

/** Both reject with AppError Overloaded beyond what the queue holds. */
export const password = {
  hash: (plain: string): Promise<string> => turns.run(asker(), undefined, () => paced(() => hash(plain, cost))),
  verify: (question: { hash: string; password: string }): Promise<boolean> =>
    turns.run(asker(), undefined, () => paced(() => verify(question.hash, question.password))),
};
