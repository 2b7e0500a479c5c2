import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { limitNetwork } from '../../platform/client-address.ts';
import { AppError } from '../../platform/errors.ts';
import { asker, publicPlace } from '../../platform/fairness/asker.ts';
import { type Asker, createFairQueue } from '../../platform/fairness/fair-queue.ts';

/**
 * argon2id with the parameters that OWASP recommends for it (19 MiB, 2 passes), about 25 ms in the thread pool, so that
 * a burst of sign-ins does not hold up the pushes of bots on the event loop.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * A hundred sign-ups at once would take all threads of the pool, which fsyncs and statements need too: half of the cores, at
 * most two, one of an address. On two cores two at a time made reports wait 750 ms.
 */
const maxRunning = availableParallelism() >= 4 ? 2 : 1;
/** Pages give up after 30 s: 200 networks that all came first took 24 s on a slow machine. */
const timeoutMs = 25_000;
/**
 * Number of waiting attempts that are a crowd: the cores rest for a quarter of the time only, and further new browsers show
 * a proof of work. Each waiting attempt is one of the 40 calls of visitors that the server has under way (http/turns.ts),
 * so a greater number would be reached by none.
 */
const crowd = 20;
const crowdRest = 0.25;

/** The two operations that cost memory and time. */
interface Hashing {
  hash(plain: string): Promise<string>;
  verify(hash: string, plain: string): Promise<boolean>;
}

interface Guess {
  hash: string;
  password: string;
}

/**
 * Turns of hashing. Browsers in which the account was signed in before do not wait behind strangers, who take turns by
 * network: one with a hundred attempts is one asker. A crowd of networks is bounded by how many can be served before pages
 * give up, and a network that had its turn is behind all that had none. 300 wrong sign-ins from 150 addresses had three
 * owners wait 21 s for a 503.
 */
export function createPasswordLanes(hashing: Hashing) {
  const newTurns = createFairQueue({
    running: maxRunning,
    runningOf: (place) => (place === publicPlace ? maxRunning : 1),
    waiting: 2_000,
    waitingOfOne: 100,
    timeoutMs,
    lightMs: 200,
  });
  /** Passwords of links that wait or are verified: their readers show no proof of work. */
  let linkCount = 0;
  // Each browser has ten attempts in 15 minutes, so this lane is short.
  const knownTurns = createFairQueue({
    running: 1,
    runningOf: () => 1,
    waiting: 100,
    waitingOfOne: 10,
    timeoutMs,
    lightMs: 200,
  });

  /** While others wait, the cores rest as long as each has taken: hashing fills memory as fast as they can, and slows all else. */
  async function paced<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      const { waiting } = newTurns.size();
      const restMs = (performance.now() - startedAt) * (waiting > crowd ? crowdRest : 1);
      if (waiting > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }
  const withKnownTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    knownTurns.run(hashingAsker(asker(), true), undefined, work);
  const withTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    newTurns.run(hashingAsker(asker(), false), undefined, () => paced(work));

  return {
    /** True while so many new browsers wait that further ones have to work for their turn. */
    isCrowded: (): boolean => newTurns.size().waiting >= crowd,
    /** Like `verify`, rejects with AppError Overloaded beyond what the queue holds. */
    hash: (plaintext: string): Promise<string> => withTurn(() => hashing.hash(plaintext)),
    /** `isKnownDevice`: the account was signed in before in the browser that asks. */
    verify({ hash, password, isKnownDevice }: Guess & { isKnownDevice?: boolean }): Promise<boolean> {
      const work = () => hashing.verify(hash, password);
      return isKnownDevice === true ? withKnownTurn(work) : withTurn(work);
    },
    /** Verifies the password of a share link; rejects with AppError Overloaded while a crowd of readers does so. */
    async verifyForLink({ hash, password }: Guess): Promise<boolean> {
      if (linkCount >= crowd) throw new AppError('Overloaded', { retryAfterS: 2 });
      linkCount += 1;
      try {
        return await withTurn(() => hashing.verify(hash, password));
      } finally {
        linkCount -= 1;
      }
    },
  };
}

/** Asker for a known browser, or for a visitor's network: hosting companies sell addresses by the thousand. */
function hashingAsker(baseAsker: Asker, isKnownDevice: boolean): Asker {
  const [first, ...rest] = baseAsker.places;
  const address = /^address:([^/]+)/.exec(first)?.[1];
  if (isKnownDevice || address === undefined) return { ...baseAsker, places: [first] };
  return { ...baseAsker, places: [`network:${limitNetwork(address)}`, first, ...rest] };
}

export const password = createPasswordLanes({ hash: (plaintext) => hash(plaintext, cost), verify });
