import { setTimeout as wait } from 'node:timers/promises';

/** Lets requests through at a steady rate: each waits for its turn. */
export function createPace(monotonic: () => number) {
  let nextAt = 0;
  return async (perSecond: number | null, signal: AbortSignal): Promise<void> => {
    if (perSecond === null) return;
    const at = Math.max(monotonic(), nextAt);
    nextAt = at + 1_000 / perSecond;
    const waitMs = at - monotonic();
    if (waitMs > 0) await wait(waitMs, undefined, { signal });
  };
}
