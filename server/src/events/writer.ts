import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../errors.ts';

export interface WriterLimits {
  /** A group is full, and the next one begins, at this many rows or bytes. */
  maxRows: number;
  maxBytes: number;
  /** Least time between the starts of two groups, ms: single rows then make at most 1000/x parts a second. */
  minIntervalMs: number;
  /** Callers wait while more bytes than this are gathered. */
  backpressureBytes: number;
}

export const defaultWriterLimits: WriterLimits = {
  maxRows: 10_000,
  maxBytes: 8 * 1024 * 1024,
  minIntervalMs: 10,
  backpressureBytes: 64 * 1024 * 1024,
};

export interface Writer {
  /** Resolves or rejects with what `store` did to the group that holds these rows. */
  write(rows: readonly string[]): Promise<void>;
  /** Resolves when nothing is gathered or on its way. */
  idle(): Promise<void>;
  /** Stops taking rows; resolves when the gathered ones are stored. */
  close(): Promise<void>;
}

interface Group {
  rows: string[];
  bytes: number;
  done: PromiseWithResolvers<void>;
}

/**
 * Group commit. The first row goes off at once; while its group is being stored rows gather, and go together when it
 * is done: the busier the server, the larger the groups, up to the limits. `store` is never called twice at a time.
 */
export function openWriter(store: (rows: readonly string[]) => Promise<void>, limits = defaultWriterLimits): Writer {
  const groups: Group[] = [];
  let gathered = 0;
  let pumping: Promise<void> | undefined;
  let lastStart = Number.NEGATIVE_INFINITY;
  let closed = false;
  let room = Promise.withResolvers<void>();

  function lastGroup(): Group {
    const last = groups.at(-1);
    if (last && last.rows.length < limits.maxRows && last.bytes < limits.maxBytes) return last;
    const group = { rows: [], bytes: 0, done: Promise.withResolvers<void>() };
    groups.push(group);
    return group;
  }

  async function pump(): Promise<void> {
    while (groups.length > 0) {
      const early = lastStart + limits.minIntervalMs - performance.now();
      if (early > 0 && groups.length === 1 && !closed) await wait(early);
      const group = groups.shift();
      if (!group) return;
      lastStart = performance.now();
      await store(group.rows).then(group.done.resolve, group.done.reject);
      gathered -= group.bytes;
      room.resolve();
      room = Promise.withResolvers();
    }
  }

  return {
    async write(rows) {
      while (gathered > limits.backpressureBytes) await room.promise;
      if (closed) throw new AppError('StoreUnavailable', { message: 'The store is closing' });
      if (rows.length === 0) return;
      const group = lastGroup();
      const before = group.bytes;
      for (const row of rows) {
        group.rows.push(row);
        group.bytes += row.length;
      }
      gathered += group.bytes - before;
      pumping ??= pump().finally(() => {
        pumping = undefined;
      });
      await group.done.promise;
    },
    async idle() {
      while (pumping) await pumping;
    },
    async close() {
      closed = true;
      while (pumping) await pumping;
    },
  };
}
