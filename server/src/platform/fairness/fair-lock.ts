/** One holder at a time; the turns go round among the lanes that wait, however many wait in each. */
export interface FairLock {
  /** Resolves when it is this lane's turn. */
  acquire(lane: string): Promise<void>;
  release(): void;
}

export function createFairLock(): FairLock {
  /** Lanes in the order of their turns. */
  const lanes = new Map<string, (() => void)[]>();
  let isLocked = false;
  return {
    async acquire(lane) {
      if (!isLocked) {
        isLocked = true;
        return;
      }
      await new Promise<void>((resolve) => {
        const waiters = lanes.get(lane);
        if (waiters === undefined) lanes.set(lane, [resolve]);
        else waiters.push(resolve);
      });
    },
    release() {
      const first = lanes.entries().next();
      if (first.done) {
        isLocked = false;
        return;
      }
      const [lane, waiters] = first.value;
      lanes.delete(lane);
      const start = waiters.shift();
      if (waiters.length > 0) lanes.set(lane, waiters);
      start?.();
    },
  };
}
