import { AsyncLocalStorage } from 'node:async_hooks';

/** Resolves while the lock is there; rejects with AppError StoreUnavailable once its connection is lost. */
export type AssertLocked = () => Promise<void>;

const current = new AsyncLocalStorage<AssertLocked>();

/** Everything that `work` starts, in any number of steps, can ask whether this lock (and an outer one) is still there. */
export function runUnderLock<Result>(assertOwn: AssertLocked, work: () => Result): Result {
  const outer = current.getStore();
  const both = async (): Promise<void> => {
    await outer?.();
    await assertOwn();
  };
  return current.run(both, work);
}

/** True in work under a lock that more processes than this one know of. */
export const isUnderLock = (): boolean => current.getStore() !== undefined;

/**
 * To be awaited before each write of work that may run under a lock. A lock ends with its connection, and the work would
 * go on: two roll-ups of one bot at a time write each row twice. Work without a lock passes.
 * @throws AppError StoreUnavailable when the lock was lost
 */
export const assertLocked = async (): Promise<void> => await current.getStore()?.();
