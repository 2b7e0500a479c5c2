/**
 * Work of many owners on the one event loop: small steps, so that no request waits for more than a few of them.
 *
 * One body of 20 MB used to occupy the process for 14 s. Steps of all owners now share slices of a few milliseconds,
 * each owner in turn, and between two slices the loop serves everything else.
 */
export interface FairLoop {
  /**
   * Runs a generator to its end; every `next()` is one step. Work of one key runs one after another, in order.
   * Returns the value itself where nothing else is queued and the work fits into the slice: the usual request waits
   * for no further turn of the loop.
   */
  run<T>(key: string, work: Generator<undefined, T>): T | Promise<T>;
}

/** Taken before a test could replace it: what is queued would never run. */
const atNextTurn = globalThis.setImmediate;

interface Job {
  /** True when it has ended, either way. */
  advance(until: number): boolean;
}

/** Milliseconds of work in one turn of the loop. */
const defaultSliceMs = 8;
/** Milliseconds after which the next key has its turn. */
const defaultTurnMs = 1;

export function createFairLoop({
  sliceMs = defaultSliceMs,
  turnMs = defaultTurnMs,
  now = () => performance.now(),
} = {}): FairLoop {
  /** Keys in the order of their turns. */
  const queues = new Map<string, Job[]>();
  /** When this slice ends; null before the first work of a turn of the loop. */
  let sliceEnd: number | null = null;

  function beginSlice(): number {
    sliceEnd = now() + sliceMs;
    atNextTurn(nextTurn);
    return sliceEnd;
  }

  function nextTurn(): void {
    sliceEnd = null;
    if (queues.size === 0) return;
    const end = beginSlice();
    do {
      const [key, jobs] = queues.entries().next().value as [string, Job[]];
      queues.delete(key);
      if (jobs[0]?.advance(Math.min(end, now() + turnMs)) === true) jobs.shift();
      if (jobs.length > 0) queues.set(key, jobs);
    } while (queues.size > 0 && now() < end);
  }

  return {
    run(key, work) {
      if (queues.size === 0) {
        const end = sliceEnd ?? beginSlice();
        while (now() < end) {
          const step = work.next();
          if (step.done) return step.value;
        }
      }
      return new Promise((resolve, reject) => {
        const job: Job = {
          advance(until) {
            try {
              do {
                const step = work.next();
                if (!step.done) continue;
                resolve(step.value);
                return true;
              } while (now() < until);
              return false;
            } catch (error) {
              reject(error);
              return true;
            }
          },
        };
        const jobs = queues.get(key);
        if (jobs === undefined) queues.set(key, [job]);
        else jobs.push(job);
      });
    },
  };
}

/** Work that cannot be divided, in its turn. */
export function* inOneStep<T>(work: () => T): Generator<undefined, T> {
  const value = work();
  yield;
  return value;
}

/** There is one event loop, and one order of turns on it. */
export const fairLoop = createFairLoop();
