import { setTimeout as wait } from 'node:timers/promises';
import type { Event } from '@botscope/contract';
import type { EventStore } from '../../events/store/event-store.ts';
import { AppError } from '../../platform/errors.ts';
import type { Progress, ReadJob } from './reading.ts';
import type { Readers } from './start-reader.ts';

export interface Run {
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
export async function runUpload(run: Run): Promise<void> {
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
