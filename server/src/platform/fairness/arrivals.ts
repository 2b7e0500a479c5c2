/** Longest delay of work by a burst of connections, and then the time during which work ignores new ones, ms. */
const burstTimeoutMs = 250;
/** Milliseconds of work begun in one turn of the loop. */
const sliceMs = 8;

/**
 * Accepts a burst of new connections before working on their requests.
 *
 * libuv accepts one connection per turn of the loop since 1.45 (github.com/libuv/libuv/pull/3696). While 120 heavy
 * requests arrived, each turn did 10 ms of work, and later clients waited 1.6 s to be accepted.
 */
export interface Arrivals {
  /** A new connection. */
  came(): void;
  /**
   * Does the work now, or when a turn of the loop has gone by without a new connection; then the askers take turns, each
   * in the order of its own work.
   */
  afterBurst(asker: string, work: () => void): void;
  /** Does the work in a later turn of the loop, with as much other work as a slice holds; the askers take turns. */
  inSlices(asker: string, work: () => void): void;
  /** Does the work in a later turn of the loop, one a turn: for requests that came with others on their connection. */
  inLaterTurn(work: () => void): void;
}

export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  /** By asker; the asker whose turn it is comes first, and has work. */
  const waitingWork = new Map<string, (() => void)[]>();
  let hasCome = false;
  /** Time at which the burst began; null where there is none. */
  let burstStartedAt: number | null = null;
  /** Time until which work does not wait for new connections. */
  let workUntil = Number.NEGATIVE_INFINITY;
  let isBeginning = false;
  const laterWork: (() => void)[] = [];
  let isScheduled = false;

  function endOfTurn(): void {
    const nowMs = now();
    const isOverdue = burstStartedAt !== null && nowMs - burstStartedAt >= burstTimeoutMs;
    if (hasCome && !isOverdue) {
      hasCome = false;
      setImmediate(endOfTurn);
      return;
    }
    hasCome = false;
    burstStartedAt = null;
    if (isOverdue) workUntil = nowMs + burstTimeoutMs;
    begin();
  }

  /** Begins waiting work, a slice in a turn. */
  function begin(): void {
    isBeginning = false;
    const end = now() + sliceMs;
    // An asker with further work is put behind all others, so the walk comes by again.
    for (const [asker, works] of waitingWork) {
      waitingWork.delete(asker);
      const work = works.shift();
      if (works.length > 0) waitingWork.set(asker, works);
      work?.();
      if (now() >= end) break;
    }
    // A burst that has begun meanwhile goes on with the rest at its end.
    beginSoon();
  }

  function beginSoon(): void {
    if (isBeginning || waitingWork.size === 0 || burstStartedAt !== null) return;
    isBeginning = true;
    setImmediate(begin);
  }

  function wait(asker: string, work: () => void): void {
    const works = waitingWork.get(asker);
    if (works === undefined) waitingWork.set(asker, [work]);
    else works.push(work);
  }

  function beginNext(): void {
    isScheduled = false;
    if (burstStartedAt === null) laterWork.shift()?.();
    scheduleNext();
  }

  function scheduleNext(): void {
    if (isScheduled || laterWork.length === 0) return;
    isScheduled = true;
    setImmediate(beginNext);
  }

  return {
    came() {
      hasCome = true;
      if (burstStartedAt !== null || now() < workUntil) return;
      burstStartedAt = now();
      setImmediate(endOfTurn);
    },
    afterBurst(asker, work) {
      if (burstStartedAt === null && waitingWork.size === 0) work();
      else wait(asker, work);
    },
    inSlices(asker, work) {
      wait(asker, work);
      beginSoon();
    },
    inLaterTurn(work) {
      laterWork.push(work);
      scheduleNext();
    },
  };
}

/** One instance per process: there is one event loop. */
export const arrivals = createArrivals();
