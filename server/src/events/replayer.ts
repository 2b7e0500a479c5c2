import type { InsertLane } from './insert-lane.ts';
import type { Spool } from './spool.ts';

/** Feeds the spool back into the engine, oldest rows first, until it is empty. */
export interface Replayer {
  /** There may be something to do: try now, and again after each failure. */
  wake(): void;
  /** One attempt now, to the end of the spool. Rejects with StoreUnavailable if the engine refuses. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

export function openReplayer(options: {
  spool: Spool;
  lane: InsertLane;
  retryMs: number;
  onReplayed: (rows: number) => void;
}): Replayer {
  const { spool, lane } = options;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function pass(): Promise<void> {
    while (spool.size().rows > 0 && !closed) {
      await spool.replay(async ({ rows }) => {
        if (closed) throw new Error('The store is closing; the rest waits for the next start');
        await lane.insert(rows);
        options.onReplayed(rows.length);
      });
    }
  }

  function attempt(): Promise<void> {
    running ??= pass().finally(() => {
      running = undefined;
    });
    return running;
  }

  function wake(): void {
    if (closed || running || timer || spool.size().rows === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      // Rows may have been spooled after the pass had looked for the last time.
      void attempt().then(wake, wake);
    }, options.retryMs);
  }

  return {
    wake,
    drain: attempt,
    async close() {
      closed = true;
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}
