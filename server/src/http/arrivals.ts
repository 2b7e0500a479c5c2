/** Longest wait of a request for the end of a burst, ms. */
const PATIENCE_MS = 200;
/** Milliseconds of begun requests in one turn of the loop. */
const SLICE_MS = 8;

/**
 * A burst of new connections is let in before the requests on it begin.
 *
 * The loop takes one new connection a turn (libuv 1.45, github.com/libuv/libuv/pull/3696). While 120 heavy questions came
 * in, each turn did 10 ms of their work, and who came after them waited 1.3 s for the door.
 */
export interface Arrivals {
  /** A new connection. */
  came(): void;
  /** Does the work now, or when a turn of the loop has gone by without a new connection. */
  afterBurst(work: () => void): void;
}

export function createArrivals(now: () => number = () => performance.now()): Arrivals {
  const waiting: { since: number; work: () => void }[] = [];
  let hasCome = false;
  let isBurst = false;

  function endOfTurn(): void {
    const goesOn = hasCome;
    hasCome = false;
    const at = now();
    for (let [first] = waiting; first !== undefined; [first] = waiting) {
      if (goesOn && at - first.since < PATIENCE_MS) break;
      waiting.shift();
      first.work();
      if (now() - at >= SLICE_MS) break;
    }
    isBurst = goesOn || waiting.length > 0;
    if (isBurst) setImmediate(endOfTurn);
  }

  return {
    came() {
      hasCome = true;
      if (isBurst) return;
      isBurst = true;
      setImmediate(endOfTurn);
    },
    afterBurst(work) {
      if (isBurst) waiting.push({ since: now(), work });
      else work();
    },
  };
}
