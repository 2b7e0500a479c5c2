import { AppError } from '../../platform/errors.ts';
import type { Frame } from '../../platform/journal/log-file.ts';

export interface WriterLimits {
  /** A group is full, and the next one begins, at this many bytes. */
  groupBytes: number;
  /** Callers wait while more bytes than this are gathered. */
  backpressureBytes: number;
}

export const defaultWriterLimits: WriterLimits = {
  groupBytes: 4 * 1024 * 1024,
  backpressureBytes: 64 * 1024 * 1024,
};

/** Rows of one call, as text: each with its line end. */
export interface Rows {
  text: string;
  count: number;
}

export interface Writer {
  /** Resolves or rejects with what became of the group that holds these rows. */
  write(rows: Rows): Promise<void>;
  /** Resolves when nothing is gathered or on its way. */
  idle(): Promise<void>;
  /** Stops taking rows; resolves when the gathered ones are stored. */
  close(): Promise<void>;
}

interface Group {
  texts: string[];
  count: number;
  bytes: number;
  done: PromiseWithResolvers<void>;
}

/**
 * Group commit. The first rows go off at once; while they are being stored others gather, and go together when that is
 * done: the busier the server, the larger the groups. `store` is never called twice at a time.
 */
export function openWriter(store: (frame: Frame) => Promise<void>, limits = defaultWriterLimits): Writer {
  const groups: Group[] = [];
  let gathered = 0;
  let pumping: Promise<void> | undefined;
  let closed = false;
  let room = Promise.withResolvers<void>();

  function lastGroup(): Group {
    const last = groups.at(-1);
    if (last && last.bytes < limits.groupBytes) return last;
    const group = { texts: [], count: 0, bytes: 0, done: Promise.withResolvers<void>() };
    groups.push(group);
    return group;
  }

  async function pump(): Promise<void> {
    for (let group = groups.shift(); group; group = groups.shift()) {
      const frame = { body: Buffer.from(group.texts.join('')), rows: group.count };
      await store(frame).then(group.done.resolve, group.done.reject);
      gathered -= group.bytes;
      room.resolve();
      room = Promise.withResolvers();
    }
    pumping = undefined;
  }

  return {
    async write({ text, count }) {
      while (gathered > limits.backpressureBytes) await room.promise;
      if (closed) throw new AppError('StoreUnavailable', { message: 'The store is closing' });
      if (count === 0) return;
      const group = lastGroup();
      group.texts.push(text);
      group.count += count;
      group.bytes += text.length;
      gathered += text.length;
      pumping ??= pump();
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
