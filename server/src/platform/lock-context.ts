import { AsyncLocalStorage } from 'node:async_hooks';

interface LockScope {
  /** Rejects with AppError StoreUnavailable once the lock's connection is lost. */
  assertOwn: () => Promise<void>;
  outer: LockScope | undefined;
  /** Work that was begun under the lock and outlives it (a timer, say) is not the lock's any more. */
  isOver: boolean;
}

const current = new AsyncLocalStorage<LockScope>();

function activeScopes(): LockScope[] {
  const scopes: LockScope[] = [];
  for (let scope = current.getStore(); scope !== undefined; scope = scope.outer) if (!scope.isOver) scopes.push(scope);
  return scopes;
}

/** Until `work` ends, everything that it starts can ask whether this lock (and an outer one) is still there. */
export async function runUnderLock<Result>(
  assertOwn: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  const scope: LockScope = { assertOwn, outer: current.getStore(), isOver: false };
  try {
    return await current.run(scope, work);
  } finally {
    scope.isOver = true;
  }
}

/** True in work under a lock that more processes than this one know of. */
export const isUnderLock = (): boolean => activeScopes().length > 0;

/**
 * To be awaited before each write of work that may run under a lock. A lock ends with its connection, and the work would
 * go on: two roll-ups of one bot at a time write each row twice. Work without a lock passes.
 * @throws AppError StoreUnavailable when the lock was lost
 */
export async function assertLocked(): Promise<void> {
  for (const scope of activeScopes()) await scope.assertOwn();
}
