import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendWhole, type DurableFile, openDurably, syncDirectory } from '../../platform/journal/durable-file.ts';
import { type Frame, frameHeader, readSegment } from '../../platform/journal/segment.ts';

/** A segment ends at this size. One segment is one insert, so this is also the size of an insert under load. */
const segmentBytes = 8 * 1024 * 1024;

/** Rows not yet in the engine are kept in memory up to this many bytes; beyond it they are read back from disk. */
const heldBytes = 32 * 1024 * 1024;

/** Part of the spool that no longer grows. */
export interface Segment {
  path: string;
  rows: number;
  bytes: number;
  frames: Frame[] | null;
}

/** Every row's first home: fsynced files, one after another. What is in the engine is deleted here. */
export interface Spool {
  /** Resolves when the frame is on disk. Rejects, with nothing kept, when the disk or the limit is full. */
  append(frame: Frame): Promise<void>;
  /** Ends the oldest segment, if it still grows, and gives it; null if the spool is empty. */
  oldest(): Promise<Segment | null>;
  /** All rows of a segment, in the order of `append`. */
  read(segment: Segment): Promise<Buffer>;
  /** Forgets a segment whose rows are safe in the engine. */
  remove(segment: Segment): Promise<void>;
  size(): { rows: number; bytes: number };
  /** Rows since the spool was opened, those found at the opening included: taken in, and gone to the engine. */
  passed(): { appended: number; removed: number };
  close(): Promise<void>;
}

export type { DurableFile as SpoolFile };

export interface SpoolOptions {
  maxBytes: number;
  /** Called for a file whose end is torn. */
  onTorn?: (path: string, bytes: number) => void;
  /** Opens a segment's file for appending; tests put a full disk here. */
  openFile?: (path: string) => Promise<DurableFile>;
}

interface Growing {
  segment: Segment;
  file: DurableFile;
}

/** Opens `directory` with whatever an earlier process left there. */
export async function openSpool(directory: string, options: SpoolOptions): Promise<Spool> {
  const openFile = options.openFile ?? openDurably;
  await mkdir(directory, { recursive: true });
  const segments: Segment[] = [];
  let current: Growing | undefined;
  /** The file after `current`. */
  let spare: Promise<Growing> | undefined;
  let lastNumber = 0;
  let rows = 0;
  let removed = 0;
  let bytes = 0;
  let held = 0;
  let queue: Promise<unknown> = Promise.resolve();

  for (const name of (await readdir(directory)).filter((file) => /^\d{10}\.spool$/.test(file)).sort()) {
    const path = join(directory, name);
    const found = await readSegment(path);
    if (found.torn > 0) options.onTorn?.(path, found.torn);
    const segment = {
      path,
      rows: found.frames.reduce((sum, one) => sum + one.rows, 0),
      bytes: found.bytes,
      frames: null,
    };
    segments.push(segment);
    rows += segment.rows;
    bytes += segment.bytes;
    lastNumber = Number(name.slice(0, 10));
  }

  /** Whatever touches the files runs one after another. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function openNext(): Promise<Growing> {
    lastNumber += 1;
    const path = join(directory, `${String(lastNumber).padStart(10, '0')}.spool`);
    const file = await openFile(path);
    await syncDirectory(directory).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return { segment: { path, rows: 0, bytes: 0, frames: [] }, file };
  }

  /** A new file costs several trips to the disk, behind whatever the engine is writing (60 ms were seen): no row waits for them. */
  function prepare(): void {
    spare = openNext();
    spare.catch(() => undefined);
  }

  async function begin(): Promise<Growing> {
    const prepared = spare;
    spare = undefined;
    const next = (await prepared?.catch(() => undefined)) ?? (await openNext());
    segments.push(next.segment);
    return next;
  }

  async function end(): Promise<void> {
    const ended = current;
    current = undefined;
    await ended?.file.close();
  }

  /** A file of which nothing got onto a full disk: each further try would leave one more. */
  async function discard(segment: Segment): Promise<void> {
    segments.splice(segments.indexOf(segment), 1);
    await rm(segment.path, { force: true }).catch(() => undefined);
  }

  async function appendNow(frame: Frame): Promise<void> {
    const header = frameHeader(frame);
    const length = header.length + frame.body.length;
    if (bytes + length > options.maxBytes) throw new Error('The spool has reached its size limit');
    current ??= await begin();
    const { segment, file } = current;
    if (spare === undefined && segment.bytes > 0) prepare();
    try {
      await appendWhole(file, segment.bytes, [header, frame.body]);
    } catch (error) {
      // Should even the cutting off have failed, no later frame follows the torn one.
      await end().catch(() => undefined);
      if (segment.bytes === 0) await discard(segment);
      throw error;
    }
    segment.rows += frame.rows;
    segment.bytes += length;
    rows += frame.rows;
    bytes += length;
    hold(segment, frame);
    if (segment.bytes >= segmentBytes) await end();
  }

  function hold(segment: Segment, frame: Frame): void {
    if (!segment.frames) return;
    segment.frames.push(frame);
    held += frame.body.length;
    if (held > heldBytes) letGo(segment);
  }

  function letGo(segment: Segment): void {
    held -= segment.frames?.reduce((sum, one) => sum + one.body.length, 0) ?? 0;
    segment.frames = null;
  }

  return {
    append: (frame) => inTurn(() => appendNow(frame)),
    oldest: () =>
      inTurn(async () => {
        const [segment] = segments;
        if (segment && segment === current?.segment) await end();
        return segment ?? null;
      }),
    async read(segment) {
      const frames = segment.frames ?? (await readSegment(segment.path)).frames;
      return Buffer.concat(frames.map((frame) => frame.body));
    },
    async remove(segment) {
      // Not followed by an fsync of the directory: should the name come back, its rows collapse with themselves.
      await rm(segment.path, { force: true });
      letGo(segment);
      segments.splice(segments.indexOf(segment), 1);
      rows -= segment.rows;
      removed += segment.rows;
      bytes -= segment.bytes;
    },
    size: () => ({ rows, bytes }),
    passed: () => ({ appended: removed + rows, removed }),
    close: () =>
      inTurn(async () => {
        await end();
        const unused = await spare?.catch(() => undefined);
        if (unused === undefined) return;
        await unused.file.close();
        await rm(unused.segment.path, { force: true });
      }),
  };
}
