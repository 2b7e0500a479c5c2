/** Wait of a statement after which the server is checked, ms: statements of a report often take seconds. */
const firstLookMs = 5_000;
/** Between a look that failed and the next one, ms. */
const againMs = 1_000;
/** One look may fail by itself, on a busy network. */
const maxFailures = 2;

/** Ends what waits for a server that has gone silent. */
export interface SilenceWatch {
  /** Calls `onSilent` once the server is silent, unless the returned function is called before. */
  watch(onSilent: () => void): () => void;
  close(): void;
}

/**
 * A server whose machine is cut off, or whose process is stopped, says nothing and hangs up on nobody. A statement would
 * wait out its own limit, 60 s, and a page shows nothing for as long. A busy server still answers `isAlive`, which has to
 * resolve within seconds.
 */
export function createSilenceWatch(isAlive: () => Promise<boolean>): SilenceWatch {
  const silenceListeners = new Set<() => void>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function plan(): void {
    if (timer !== undefined || silenceListeners.size === 0 || isClosed) return;
    timer = setTimeout(() => void look(), failures === 0 ? firstLookMs : againMs).unref();
  }

  async function look(): Promise<void> {
    // A statement that begins during the look is not judged by it.
    const waitedBefore = [...silenceListeners];
    failures = (await isAlive()) ? 0 : failures + 1;
    if (failures >= maxFailures) {
      for (const onSilent of waitedBefore) if (silenceListeners.delete(onSilent)) onSilent();
    }
    timer = undefined;
    plan();
  }

  return {
    watch(onSilent) {
      // One function may wait twice.
      const one = () => onSilent();
      silenceListeners.add(one);
      plan();
      return () => silenceListeners.delete(one);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      silenceListeners.clear();
    },
  };
}
