import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { openEventStore } from '../../events/store/event-store.ts';

/** What became of the rows that waited in a data directory. */
export interface LoadedSpool {
  loaded_rows: number;
  /** The engine does not take them at all. */
  rejected_rows: number;
  /** They still wait: the engine was away, or there was not enough time. */
  left_rows: number;
}

const defaultTimeoutMs = 600_000;

/**
 * Loads what waits in the spool of a data directory whose process is gone into the event store. Safe to repeat.
 * @throws DirectoryInUse where a server runs on the directory, which then loads it itself
 */
export async function loadSpool(options: {
  dataDir: string;
  clickhouseUrl: string | undefined;
  logger: Logger;
  timeoutMs?: number;
}): Promise<LoadedSpool> {
  const { dataDir, clickhouseUrl, logger, timeoutMs = defaultTimeoutMs } = options;
  let rejected = 0;
  const store = await openEventStore({
    dataDir,
    logger,
    stopWaitMs: 0,
    onRejected: (rejections) => {
      rejected += rejections.length;
    },
    ...(clickhouseUrl === undefined ? {} : { clickhouseUrl }),
  });
  try {
    const { appended } = store.spoolPosition();
    await Promise.race([store.flush().catch(() => undefined), wait(timeoutMs, undefined, { ref: false })]);
    const { removed } = store.spoolPosition();
    return { loaded_rows: removed - rejected, rejected_rows: rejected, left_rows: appended - removed };
  } finally {
    await store.close();
  }
}
