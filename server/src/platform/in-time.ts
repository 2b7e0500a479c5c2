import { AppError } from './errors.ts';

/**
 * Waits no longer than `ms`; what was asked for goes on.
 * @throws AppError StoreUnavailable when the time is over: a store that hangs is one that is away.
 */
export async function inTime<T>(asked: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('StoreUnavailable')), ms);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
