/** Work that several callers may wait for. A caller may leave alone; when the last one leaves, the work is stopped. */
interface Shared<Result> {
  result: Promise<Result>;
  waiting: number;
  stop: AbortController;
}

/** Joins equal work that is under way, so that it is done once. Nothing is kept after its end. */
export function inFlight<Result>() {
  const entries = new Map<string, Shared<Result>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<Result>): Shared<Result> {
    const stop = new AbortController();
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    const result = work(stop.signal).finally(forget);
    // All callers may have left by the time it fails.
    result.catch(() => undefined);
    const entry = { result, waiting: 0, stop };
    entries.set(key, entry);
    return entry;
  }

  /** Equal keys must mean equal results. Rejects with the reason of the signal, or as the work does. */
  return async function join(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    signal?.throwIfAborted();
    const entry = entries.get(key) ?? begin(key, work);
    entry.waiting += 1;
    const leave = Promise.withResolvers<never>();
    const onAbort = () => leave.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await Promise.race([entry.result, leave.promise]);
    } finally {
      signal?.removeEventListener('abort', onAbort);
      entry.waiting -= 1;
      if (entry.waiting === 0) {
        // A new caller must not join work that is being stopped.
        if (entries.get(key) === entry) entries.delete(key);
        entry.stop.abort(signal?.reason);
      }
    }
  };
}
