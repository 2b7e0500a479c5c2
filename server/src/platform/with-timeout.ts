import { AppError } from './errors.ts';

/**
 * Waits for a result at most `ms`; the work itself goes on.
 * @throws AppError StoreUnavailable on timeout: a store that hangs is unavailable.
 */
export async function withTimeout<T>(awaited: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('StoreUnavailable')), ms);
  });
  try {
    return await Promise.race([awaited, deadline]);
  } finally {
    clearTimeout(timer);
  }
}

const storeTimeoutMs = 3_000;

/** Waits for a query of the metadata store that someone's request needs: they send it again. @throws AppError StoreUnavailable */
export async function awaitStore<T>(query: Promise<T>): Promise<T> {
  try {
    return await withTimeout(query, storeTimeoutMs);
  } catch (cause) {
    throw new AppError('StoreUnavailable', { cause });
  }
}
