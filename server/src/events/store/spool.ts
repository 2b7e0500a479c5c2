import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { appendWhole, type DurableFile, openDurably, syncDirectory } from '../../platform/journal/durable-file.ts';
import { type Frame, frameHeader, readLogFile } from '../../platform/journal/log-file.ts';

/** A log file ends at this size. One file is one insert, so this is also the size of an insert under load. */
const logFileBytes = 8 * 1024 * 1024;

/** Rows not yet in the engine are kept in memory up to this many bytes; beyond it they are read back from disk. */
const bufferedBytes = 32 * 1024 * 1024;

/** A moment by both clocks: one is shown, the other one says how long ago it was. */
export interface Since {
  /** Unix ms. */
  at: number;
  monotonic: number;
}

/** Part of the spool that no longer grows. */
export interface LogFile {
  path: string;
  rows: number;
  bytes: number;
  frames: Frame[] | null;
  /** When its first row was taken; of a file that an earlier process left, not later than that. */
  since: Since;
}

/** Every row's first home: fsynced files, one after another. What is in the engine is deleted here. */
export interface Spool {
  /** Resolves when the frame is on disk. Rejects, with nothing kept, when the disk or the limit is full. */
  append(frame: Frame): Promise<void>;
  /** Ends the oldest log file, if it is still open, and returns it; null if the spool is empty. */
  oldest(): Promise<LogFile | null>;
  /** All rows of a log file, in the order of `append`. */
  read(logFile: LogFile): Promise<Buffer>;
  /** Deletes a log file whose rows are stored in the engine. */
  remove(logFile: LogFile): Promise<void>;
  size(): { rows: number; bytes: number };
  /** Rows since the spool was opened, those found at the opening included: taken in, and gone to the engine. */
  passed(): { appended: number; removed: number };
  /** When the oldest row was taken; null if the spool is empty. */
  oldestSince(): Since | null;
  close(): Promise<void>;
}

export type { DurableFile as SpoolFile };

export interface SpoolOptions {
  maxBytes: number;
  /** Called for a file whose end is torn. */
  onTorn?: (path: string, bytes: number) => void;
  /** Opens a log file for appending; tests put a full disk here. */
  openFile?: (path: string) => Promise<DurableFile>;
  clock?: Clock;
}

interface Growing {
  logFile: LogFile;
  file: DurableFile;
}

/** By another process' clock, which may be ahead of this one's. */
const sinceBirth = (bornAt: number, { now, monotonic }: Clock): Since => ({
  at: bornAt,
  monotonic: monotonic() - Math.max(0, now() - bornAt),
});

/** Opens `directory` with whatever an earlier process left there. */
export async function openSpool(directory: string, options: SpoolOptions): Promise<Spool> {
  const { openFile = openDurably, clock = systemClock } = options;
  await mkdir(directory, { recursive: true });
  const { logFiles, lastNumber } = await readEarlierFiles(directory, clock, options.onTorn);
  const nextFiles = createNextFiles(directory, openFile, lastNumber);
  const buffer = createFrameBuffer();
  let current: Growing | undefined;
  let rows = logFiles.reduce((sum, logFile) => sum + logFile.rows, 0);
  let removedRows = 0;
  let bytes = logFiles.reduce((sum, logFile) => sum + logFile.bytes, 0);
  let queue: Promise<unknown> = Promise.resolve();

  /** Runs work on the files one piece after another. */
  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  }

  async function end(): Promise<void> {
    const lastFile = current;
    current = undefined;
    await lastFile?.file.close();
  }

  /** A file of which nothing got onto a full disk: each further try would leave one more. */
  async function discard(logFile: LogFile): Promise<void> {
    logFiles.splice(logFiles.indexOf(logFile), 1);
    await rm(logFile.path, { force: true }).catch(() => undefined);
  }

  async function appendNow(frame: Frame): Promise<void> {
    const header = frameHeader(frame);
    const length = header.length + frame.body.length;
    if (bytes + length > options.maxBytes) throw new Error('The spool has reached its size limit');
    if (current === undefined) {
      current = await nextFiles.take();
      logFiles.push(current.logFile);
    }
    const { logFile, file } = current;
    if (logFile.bytes > 0) nextFiles.prepare();
    try {
      await appendWhole(file, logFile.bytes, [header, frame.body]);
    } catch (error) {
      // Should even the cutting off have failed, no later frame follows the torn one.
      await end().catch(() => undefined);
      if (logFile.bytes === 0) await discard(logFile);
      throw error;
    }
    if (logFile.rows === 0) logFile.since = { at: clock.now(), monotonic: clock.monotonic() };
    logFile.rows += frame.rows;
    logFile.bytes += length;
    rows += frame.rows;
    bytes += length;
    buffer.add(logFile, frame);
    if (logFile.bytes >= logFileBytes) await end();
  }

  return {
    append: (frame) => enqueue(() => appendNow(frame)),
    oldest: () =>
      enqueue(async () => {
        const [logFile] = logFiles;
        if (logFile && logFile === current?.logFile) await end();
        return logFile ?? null;
      }),
    async read(logFile) {
      const frames = logFile.frames ?? (await readLogFile(logFile.path)).frames;
      return Buffer.concat(frames.map((frame) => frame.body));
    },
    async remove(logFile) {
      // No fsync of the directory follows: should the name come back, its rows collapse with themselves.
      await rm(logFile.path, { force: true });
      buffer.drop(logFile);
      logFiles.splice(logFiles.indexOf(logFile), 1);
      rows -= logFile.rows;
      removedRows += logFile.rows;
      bytes -= logFile.bytes;
    },
    size: () => ({ rows, bytes }),
    passed: () => ({ appended: removedRows + rows, removed: removedRows }),
    oldestSince: () => logFiles.find((logFile) => logFile.rows > 0)?.since ?? null,
    close: () =>
      enqueue(async () => {
        await end();
        await nextFiles.close();
      }),
  };
}

/** Log files that an earlier process left, the oldest first. */
async function readEarlierFiles(directory: string, clock: Clock, onTorn: SpoolOptions['onTorn']) {
  const logFiles: LogFile[] = [];
  let lastNumber = 0;
  for (const name of (await readdir(directory)).filter((file) => /^\d{10}\.spool$/.test(file)).sort()) {
    const path = join(directory, name);
    const contents = await readLogFile(path);
    if (contents.torn > 0) onTorn?.(path, contents.torn);
    logFiles.push({
      path,
      rows: contents.frames.reduce((sum, one) => sum + one.rows, 0),
      bytes: contents.bytes,
      frames: null,
      since: sinceBirth((await stat(path)).birthtimeMs, clock),
    });
    lastNumber = Number(name.slice(0, 10));
  }
  return { logFiles, lastNumber };
}

/**
 * Opens log files one after another, each a file ahead: a new one costs several trips to the disk, behind whatever the
 * engine is writing (60 ms were seen), and no row waits for them.
 */
function createNextFiles(directory: string, openFile: (path: string) => Promise<DurableFile>, firstNumber: number) {
  let lastNumber = firstNumber;
  let spareFile: Promise<Growing> | undefined;

  async function open(): Promise<Growing> {
    lastNumber += 1;
    const path = join(directory, `${String(lastNumber).padStart(10, '0')}.spool`);
    const file = await openFile(path);
    await syncDirectory(directory).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return { logFile: { path, rows: 0, bytes: 0, frames: [], since: { at: 0, monotonic: 0 } }, file };
  }

  return {
    prepare(): void {
      if (spareFile !== undefined) return;
      spareFile = open();
      spareFile.catch(() => undefined);
    },
    async take(): Promise<Growing> {
      const prepared = spareFile;
      spareFile = undefined;
      return (await prepared?.catch(() => undefined)) ?? (await open());
    },
    /** Deletes the file that nobody has taken. */
    async close(): Promise<void> {
      const unusedFile = await spareFile?.catch(() => undefined);
      if (unusedFile === undefined) return;
      await unusedFile.file.close();
      await rm(unusedFile.logFile.path, { force: true });
    },
  };
}

/** Frames in memory, up to a limit; those of other files are read from disk. */
function createFrameBuffer() {
  let bytes = 0;
  function drop(logFile: LogFile): void {
    bytes -= logFile.frames?.reduce((sum, one) => sum + one.body.length, 0) ?? 0;
    logFile.frames = null;
  }
  return {
    drop,
    add(logFile: LogFile, frame: Frame): void {
      if (!logFile.frames) return;
      logFile.frames.push(frame);
      bytes += frame.body.length;
      if (bytes > bufferedBytes) drop(logFile);
    },
  };
}
