import { setTimeout as wait } from 'node:timers/promises';
import type { Event, Upload } from '@botscope/contract';
import type { Logger } from 'pino';
import type { StartRules } from '../../events/normalize/normalize-update.ts';
import type { EventStore } from '../../events/store/event-store.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError } from '../../platform/errors.ts';
import type { OwnedUploads } from './owned-uploads.ts';
import type { Progress, ReadJob } from './reading.ts';
import type { Readers } from './start-reader.ts';
import { toFailure } from './to-failure.ts';
import type { UploadFiles } from './upload-files.ts';
import { presentUpload, type UploadChange, type UploadRow } from './upload-store.ts';

export interface UploadRunnerDeps {
  owned: OwnedUploads;
  files: UploadFiles;
  readers: Readers;
  store: Pick<EventStore, 'write'>;
  rulesOf(bot: string): Promise<StartRules | null>;
  maxBytes: number;
  logger: Logger;
  clock: Clock;
  retryMs: number;
}

/** Size that a packed file may inflate to, in multiples of the largest file. */
const maxInflated = 10;
/** Largest number that fits into its column. */
const maxCount = 2_147_483_647;
/** Interval at which all processes learn of progress, ms. */
const progressMs = 1_000;

/** Reads the files of this instance, in the background. */
export function createUploadRunner(deps: UploadRunnerDeps) {
  const { owned, files, readers, store, logger, retryMs } = deps;
  const { now } = deps.clock;
  const activeRuns = new Map<string, { stop: AbortController; done: Promise<void> }>();
  let isClosing = false;

  async function work(id: string, stop: AbortController): Promise<void> {
    const row = await owned.take(id);
    if (row === undefined) return;
    if (row.cancel_requested) stop.abort();
    const mark = files.markOf(id);
    if (!row.cancel_requested && (await mark.isSet())) {
      logger.error({ bot: row.bot_key, upload: id }, 'the process died while it read this upload; it is not resumed');
      if ((await settle(id, { state: 'failed', failure: 'Interrupted' })) !== null) await mark.clear();
    } else await read(row, stop);
  }

  async function read(row: UploadRow, stop: AbortController): Promise<void> {
    const { id, bot_key: bot } = row;
    const { signal } = stop;
    const { content, mapping } = presentUpload(row);
    const mark = files.markOf(id);
    const progress = createProgressReports(deps, id, () => stop.abort());
    let state: Upload['state'] = 'done';
    let failure: Upload['failure'] = null;
    try {
      const rules = await deps.rulesOf(bot);
      if (rules === null) throw new AppError('NotFound');
      const maxInflatedBytes = maxInflated * deps.maxBytes;
      const jobFields = { bot, content, mapping, rules, now: now(), maxInflatedBytes };
      await runUpload({
        readers,
        signal,
        store,
        retryMs,
        onStart: mark.set,
        job: { do: 'read', path: files.pathOf(id), rejectedRowsPath: files.reportOf(id), ...jobFields },
        onProgress: progress.note,
      });
    } catch (error) {
      state = signal.aborted ? 'cancelled' : 'failed';
      failure = signal.aborted ? null : toFailure(error);
      if (!signal.aborted) logger.error({ err: error, bot, upload: id }, 'an upload has failed');
    }
    // Stopped by the end of the process: the row still says "running", and the next start goes on with it.
    if (isClosing && state === 'cancelled') return mark.clear();
    const isSettled = await settle(id, { ...progress.latest(), state, failure });
    // A file that broke the process is kept for another try, and one whose end is not written for the next start.
    if (isSettled === false || (isSettled && failure !== 'Interrupted')) await files.remove(id);
    if (isSettled) await files.removeReport(id);
    if (isSettled !== null || failure !== 'Interrupted') await mark.clear();
    const { accepted = 0, refused = 0 } = progress.latest();
    logger.info({ bot, upload: id, state, accepted, refused }, 'an upload has ended');
  }

  /**
   * Writes the end of an upload, however long the metadata store is away. False if its row was ended or deleted by
   * another process, null if the server ends before.
   */
  async function settle(id: string, change: UploadChange): Promise<boolean | null> {
    while (!isClosing) {
      try {
        const report = await files.packReport(id);
        return await owned.settle(id, { ...change, finished_at: new Date(now()) }, report);
      } catch (error) {
        logger.warn({ err: error, upload: id }, 'the end of an upload cannot be written; trying again');
        await wait(retryMs, undefined, { ref: false });
      }
    }
    return null;
  }

  return {
    /** The row says when it has stopped. */
    stop: (id: string): void => activeRuns.get(id)?.stop.abort(),
    /** Begins to read an upload whose row says that it runs, if this process does not read it yet. */
    pickUp(id: string): void {
      if (isClosing || activeRuns.has(id)) return;
      const stop = new AbortController();
      const completion = work(id, stop)
        .catch((error: unknown) => logger.error({ err: error, upload: id }, 'an upload cannot be finished'))
        .finally(() => activeRuns.delete(id));
      activeRuns.set(id, { stop, done: completion });
    },
    ids: (): string[] => [...activeRuns.keys()],
    async close(): Promise<void> {
      isClosing = true;
      for (const { stop } of activeRuns.values()) stop.abort();
      await Promise.all([...activeRuns.values()].map(({ done }) => done));
      readers.close();
    },
  };
}

/** Writes the progress of an upload, at an interval. `onStop`: its row says that it must stop. */
function createProgressReports(
  { owned, logger, clock }: Pick<UploadRunnerDeps, 'owned' | 'logger' | 'clock'>,
  id: string,
  onStop: () => void,
) {
  let latest: UploadChange = {};
  let lastWritten = Number.NEGATIVE_INFINITY;
  return {
    latest: (): UploadChange => latest,
    async note({ readBytes, accepted, refused, rejectedRows }: Omit<Progress, 'events'>): Promise<void> {
      const cappedCounts = { accepted: Math.min(accepted, maxCount), refused: Math.min(refused, maxCount) };
      latest = { read_bytes: readBytes, ...cappedCounts, rejected_rows: rejectedRows };
      if (clock.monotonic() - lastWritten < progressMs) return;
      lastWritten = clock.monotonic();
      const mayGoOn = await owned.report(id, latest).catch((error: unknown) => {
        logger.warn({ err: error }, 'no progress written');
        return true;
      });
      if (!mayGoOn) onStop();
    },
  };
}

interface Run {
  readers: Readers;
  job: Extract<ReadJob, { do: 'read' }>;
  signal: AbortSignal;
  store: Pick<EventStore, 'write'>;
  /** Called before the file is opened: others may be read first. */
  onStart(): Promise<void>;
  /** Called after each chunk that is durable. */
  onProgress(progress: Omit<Progress, 'events'>): Promise<void>;
  /** Pause before a store that is away is tried again, ms. */
  retryMs: number;
}

/**
 * Reads a file into the event store, chunk by chunk: the next one is read when the one before is durable. Resolves at
 * the end of the file; throws the signal's reason, or what is wrong with the file. Safe to repeat from the beginning.
 */
async function runUpload(run: Run): Promise<void> {
  const { readers, job, signal, onStart } = run;
  await readers.read(job, {
    signal,
    onStart,
    async onChunk({ events, ...progress }) {
      if (events.length > 0) await writePatiently(run, events);
      await run.onProgress(progress);
      signal.throwIfAborted();
    },
  });
}

async function writePatiently({ store, signal, retryMs }: Run, events: readonly Event[]): Promise<void> {
  for (;;) {
    try {
      await store.write(events);
      return;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'StoreUnavailable')) throw error;
      await wait(retryMs, undefined, { signal, ref: false });
    }
  }
}
