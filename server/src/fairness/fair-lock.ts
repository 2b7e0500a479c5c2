/**
 * One holder at a time; the turns go round among the lanes that wait, however many wait in each.
 * Lanes are named by who asks: `asker().places[0]`.
 */
export interface FairLock {
  /** Does the work when it is this lane's turn; settles as the work does. */
  run<Result>(lane: string, work: () => Promise<Result>): Promise<Result>;
}

export function createFairLock(): FairLock {
  /** Lanes in the order of their turns. */
  const lanes = new Map<string, (() => void)[]>();
  let isHeld = false;

  function passOn(): void {
    const first = lanes.entries().next();
    if (first.done) {
      isHeld = false;
      return;
    }
    const [lane, waiting] = first.value;
    lanes.delete(lane);
    const start = waiting.shift();
    if (waiting.length > 0) lanes.set(lane, waiting);
    start?.();
  }

  function turnOf(lane: string): Promise<void> {
    return new Promise((resolve) => {
      const waiting = lanes.get(lane);
      if (waiting === undefined) lanes.set(lane, [resolve]);
      else waiting.push(resolve);
    });
  }

  return {
    async run(lane, work) {
      if (isHeld) await turnOf(lane);
      isHeld = true;
      try {
        return await work();
      } finally {
        passOn();
      }
    },
  };
}
