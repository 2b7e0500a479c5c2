import { isUnderLock } from '../../lock-context.ts';

/**
 * Bounds the connections that locks take: two thousand bots that set their webhooks after a deployment would use up the
 * server's. A lock inside of another one's work does not wait, or the two could wait for each other.
 */
export function createLockSlots(maxLocks: number) {
  let freeSlots = maxLocks;
  const waiters: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiters.shift();
    if (next) next();
    else freeSlots += 1;
  };
  /** Resolves when there is a slot, with the way to give it back. */
  return async function take(): Promise<() => void> {
    if (isUnderLock()) return () => undefined;
    if (freeSlots > 0) freeSlots -= 1;
    else await new Promise<void>((resolve) => waiters.push(resolve));
    return giveBack;
  };
}
