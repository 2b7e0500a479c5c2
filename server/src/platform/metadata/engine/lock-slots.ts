import { isUnderLock } from '../../lock-context.ts';

/**
 * Bounds the connections that locks take: two thousand bots that set their webhooks after a deployment would use up the
 * server's. A lock inside of another one's work does not wait, or the two could wait for each other.
 */
export function createLockSlots(most: number) {
  let free = most;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  /** Resolves when there is a slot, with the way to give it back. */
  return async function take(): Promise<() => void> {
    if (isUnderLock()) return () => undefined;
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return giveBack;
  };
}
