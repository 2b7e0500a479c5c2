/** Interval at which one bot's date of the last update is written: the dashboard shows minutes. */
const flushIntervalMs = 5_000;

/**
 * Gathers "an update came in at this moment" and writes it a few seconds later, or at once for a bot's first update:
 * its owner is looking at "waiting for the first update".
 */
export function createTouches(options: {
  write: (key: string, at: number) => Promise<void>;
  onError: (error: unknown) => void;
  intervalMs?: number;
}) {
  const pending = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(async () => {
      const batch = [...pending];
      pending.clear();
      for (const [key, time] of batch) {
        try {
          await options.write(key, time);
        } catch (error) {
          options.onError(error);
        }
      }
    });
    return writing;
  };

  return {
    note(key: string, time: number, isFirst: boolean): void {
      const pendingTime = pending.get(key);
      pending.set(key, Math.max(pendingTime ?? 0, time));
      if (isFirst && pendingTime === undefined) void flush();
      else timer ??= setTimeout(() => void flush(), options.intervalMs ?? flushIntervalMs).unref();
    },
    close: flush,
  };
}
