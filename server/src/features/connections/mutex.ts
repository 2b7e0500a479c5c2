import type { Metadata } from '../../platform/metadata/open-metadata.ts';

/**
 * Runs pieces of work one after another for each name, and side by side for different names: in this process, and with
 * `withLock` in the whole installation. A bot that sets its webhook while the metadata store is away must not wait for it.
 */
export function createMutex(withLock: Metadata['withLock'] = (_name, work) => work()) {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(name) ?? Promise.resolve();
    const locked = () => withLock(`connections/${name}`, work, { orWithout: true });
    const result = before.then(locked, locked);
    const settled = result.catch(() => undefined);
    last.set(name, settled);
    try {
      return await result;
    } finally {
      if (last.get(name) === settled) last.delete(name);
    }
  };
}
export type Mutex = ReturnType<typeof createMutex>;
