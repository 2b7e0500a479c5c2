import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { frameHeader, readFrames, scanSegment } from './spool-segment.ts';

/** A new segment begins after this many bytes: small enough to be deleted soon after its rows are in the engine. */
const segmentBytes = 32 * 1024 * 1024;

export interface SpoolBatch {
  rows: string[];
  bytes: number;
}

/** Rows that wait on disk for the engine, oldest first. */
export interface Spool {
  /** Resolves when the rows are on disk (fsync). Rejects, with nothing kept, when the disk or the limit is full. */
  append(rows: readonly string[]): Promise<void>;
  /** Hands all rows that are there now to `take`, in order; a segment is deleted once `take` has resolved for all of it. */
  replay(take: (batch: SpoolBatch) => Promise<void>): Promise<void>;
  size(): { rows: number; bytes: number };
  close(): Promise<void>;
}

interface Segment {
  path: string;
  rows: number;
  bytes: number;
}

/** Opens `directory` with whatever an earlier process left there. `maxBytes` limits the whole spool. */
export async function openSpool(
  directory: string,
  options: { maxBytes: number; onTorn?: (path: string, bytes: number) => void; openFile?: typeof open },
): Promise<Spool> {
  const openFile = options.openFile ?? open;
  await mkdir(directory, { recursive: true });
  const segments: Segment[] = [];
  let lastNumber = 0;
  for (const name of (await readdir(directory)).filter((file) => /^\d{8}\.spool$/.test(file)).sort()) {
    const path = join(directory, name);
    const { rows, bytes } = await scanSegment(path);
    const torn = (await stat(path)).size - bytes;
    if (torn > 0) options.onTorn?.(path, torn);
    segments.push({ path, rows, bytes });
    lastNumber = Number(name.slice(0, 8));
  }
  let current: { segment: Segment; file: FileHandle } | undefined;
  let queue: Promise<unknown> = Promise.resolve();

  /** Appends and rotations run one after another. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function begin(): Promise<{ segment: Segment; file: FileHandle }> {
    lastNumber += 1;
    const path = join(directory, `${String(lastNumber).padStart(8, '0')}.spool`);
    const file = await openFile(path, 'ax');
    await syncDirectory(directory);
    const segment = { path, rows: 0, bytes: 0 };
    segments.push(segment);
    return { segment, file };
  }

  async function end(): Promise<void> {
    const ended = current;
    current = undefined;
    await ended?.file.close();
  }

  const size = () => ({
    rows: segments.reduce((sum, segment) => sum + segment.rows, 0),
    bytes: segments.reduce((sum, segment) => sum + segment.bytes, 0),
  });

  return {
    append: (rows) =>
      inTurn(async () => {
        const body = Buffer.from(`${rows.join('\n')}\n`);
        const header = frameHeader(body, rows.length);
        const bytes = header.length + body.length;
        if (size().bytes + bytes > options.maxBytes) throw new Error('The spool has reached its size limit');
        current ??= await begin();
        const { segment, file } = current;
        try {
          await file.writev([header, body]);
          await file.datasync();
        } catch (error) {
          // Nothing half done: what got out is cut off again; should even that fail, no later row follows the torn one.
          await file.truncate(segment.bytes).catch(() => undefined);
          await end().catch(() => undefined);
          throw error;
        }
        segment.rows += rows.length;
        segment.bytes += bytes;
        if (segment.bytes >= segmentBytes) await end();
      }),
    async replay(take) {
      const known = await inTurn(async () => {
        await end();
        return [...segments];
      });
      for (const segment of known) {
        for await (const batch of readFrames(segment.path)) await take(batch);
        await rm(segment.path, { force: true });
        segments.splice(segments.indexOf(segment), 1);
      }
      if (known.length > 0) await syncDirectory(directory);
    },
    size,
    close: () => inTurn(end),
  };
}

/** A new or deleted name is on disk only after its directory is. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
