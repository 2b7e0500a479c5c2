export interface WorkLoop {
  /** There may be work: the next round begins at once, or when the one under way has ended. */
  wake(): void;
  /** Begins no further round; resolves when the one under way has ended. */
  close(): Promise<void>;
}

/** Pause after a round that failed, ms: most failures are over by then. */
const firstPauseMs = 500;

/**
 * Does work in rounds, one at a time. A round returns in how many ms the next one is needed; `wake` shortens that. After a
 * failed round the loop waits half a second, after each further one twice as long, up to `longestPauseMs`: a store that
 * comes back does not meet every loop in its first second. Waking does not shorten these pauses.
 */
export function startWorkLoop(options: {
  round: (signal: AbortSignal) => Promise<number>;
  longestPauseMs: number;
  onError: (error: unknown) => void;
}): WorkLoop {
  const closing = new AbortController();
  let failures = 0;
  let isAwake = false;
  let endPause = (): void => undefined;

  async function runRound(): Promise<number> {
    try {
      const waitMs = await options.round(closing.signal);
      failures = 0;
      return waitMs;
    } catch (error) {
      options.onError(error);
      failures += 1;
      return Math.min(options.longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    }
  }

  function pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Both ends of a wait may round down: what is due in 300 ms would not be after 299.
    const timer = setTimeout(resolve, Math.max(0, ms) + 1);
    endPause = () => {
      clearTimeout(timer);
      resolve();
    };
    return promise;
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      isAwake = false;
      const waitMs = await runRound();
      if (closing.signal.aborted || (isAwake && failures === 0)) continue;
      await pause(waitMs);
    }
  }

  const running = run();
  return {
    wake() {
      isAwake = true;
      if (failures === 0) endPause();
    },
    async close() {
      closing.abort();
      endPause();
      await running;
    },
  };
}
