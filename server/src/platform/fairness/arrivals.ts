/** Time for which new connections may hold up the work, and work then goes on regardless of new ones, ms. */
const burstTimeoutMs = 250;
/** Milliseconds of work begun in one turn of the loop. */
const sliceMs = 8;

/**
 * A burst of new connections is let in before the work on what they ask.
 *
 * The loop takes one new connection a turn (since libuv 1.45, github.com/libuv/libuv/pull/3696). While 120 heavy questions
 * came in, each turn did 10 ms of their work, and who came after them waited 1.6 s for the door.
 */
export interface Arrivals {
  /** A new connection. */
  came(): void;
  /** Does the work now, or when a turn of the loop has gone by without a new connection. */
  afterBurst(work: () => void): void;
  /** Does the work in a later turn of the loop, one a turn: for requests that came with others on their connection. */
  inLaterTurn(work: () => void): void;
}

export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  const waitingWork: (() => void)[] = [];
  let hasCome = false;
  /** When the burst began; null where there is none. */
  let burstStartedAt: number | null = null;
  /** Until when nobody is waited for. */
  let workUntil = Number.NEGATIVE_INFINITY;
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

  /** Begins the waiting work in its order, a slice in a turn. */
  function begin(): void {
    const end = now() + sliceMs;
    for (let work = waitingWork.shift(); work !== undefined; work = waitingWork.shift()) {
      work();
      if (now() >= end) break;
    }
    // A burst that has begun meanwhile goes on with the rest at its end.
    if (waitingWork.length > 0 && burstStartedAt === null) setImmediate(begin);
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
    afterBurst(work) {
      if (burstStartedAt === null && waitingWork.length === 0) work();
      else waitingWork.push(work);
    },
    inLaterTurn(work) {
      laterWork.push(work);
      scheduleNext();
    },
  };
}

/** There is one event loop, and one door to it. */
export const arrivals = createArrivals();
