import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { appendWhole, type DurableFile, openDurably, syncDirectory } from './durable-file.ts';
import { type Frame, frameHeader, readLogFile } from './log-file.ts';

/** A file ends at this size. Small, because what is left of the oldest one is copied when it is to go. */
const fileBytes = 4 * 1024 * 1024;

/** One file of a journal. */
export interface JournalFile {
  path: string;
  bytes: number;
  /** Numbers of the records whose newest copy lies here. */
  live: Set<number>;
}

export interface JournalFilesOptions {
  /** Called for a file whose end is torn. */
  onTorn?: (path: string, bytes: number) => void;
  /** Opens a new file for appending; tests put a full disk here. */
  openFile?: (path: string) => Promise<DurableFile>;
}

/**
 * The files of a journal, oldest first. They are deleted oldest first only: a removal mark is always younger than its
 * record, so no mark goes while its record could still be read.
 */
export async function openJournalFiles(directory: string, options: JournalFilesOptions) {
  const openFile = options.openFile ?? openDurably;
  await mkdir(directory, { recursive: true });
  const names = (await readdir(directory)).filter((name) => /^\d{10}\.journal$/.test(name)).sort();
  const files: JournalFile[] = names.map((name) => ({ path: join(directory, name), bytes: 0, live: new Set() }));
  let lastNumber = Number(names.at(-1)?.slice(0, 10) ?? 0);
  let current: { file: JournalFile; handle: DurableFile } | undefined;

  async function begin(): Promise<{ file: JournalFile; handle: DurableFile }> {
    lastNumber += 1;
    const path = join(directory, `${String(lastNumber).padStart(10, '0')}.journal`);
    const handle = await openFile(path);
    await syncDirectory(directory).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    const file = { path, bytes: 0, live: new Set<number>() };
    files.push(file);
    return { file, handle };
  }

  async function end(): Promise<void> {
    const endedFile = current;
    current = undefined;
    await endedFile?.handle.close();
  }

  /** A file of which nothing got onto a full disk: each further try would leave one more. */
  async function discard(file: JournalFile): Promise<void> {
    files.splice(files.indexOf(file), 1);
    await rm(file.path, { force: true }).catch(() => undefined);
  }

  return {
    files,
    /** The whole frames of a file, and where each begins. */
    async read(file: JournalFile): Promise<Frame[]> {
      const content = await readLogFile(file.path);
      if (content.torn > 0 && file.bytes === 0) options.onTorn?.(file.path, content.torn);
      file.bytes = content.bytes;
      return content.frames;
    },
    /** @returns the file, and where in it the body begins. Rejects, with nothing kept, if it is not on disk. */
    async append(frame: Frame): Promise<{ file: JournalFile; start: number }> {
      current ??= await begin();
      const { file, handle } = current;
      const header = frameHeader(frame);
      const start = file.bytes + header.length;
      try {
        file.bytes = await appendWhole(handle, file.bytes, [header, frame.body]);
      } catch (error) {
        // Should even the cutting off have failed, no later frame follows the torn one.
        await end().catch(() => undefined);
        if (file.bytes === 0) await discard(file);
        throw error;
      }
      if (file.bytes >= fileBytes) await end();
      return { file, start };
    },
    async readPiece(file: JournalFile, start: number, length: number): Promise<Buffer> {
      const handle = await open(file.path, 'r');
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, start);
        if (bytesRead !== length) throw new Error(`${file.path} is shorter than it was`);
        return buffer;
      } finally {
        await handle.close();
      }
    },
    /** Deletes the oldest file. Nothing in it may be live any more. */
    async dropOldest(): Promise<void> {
      const [oldest] = files;
      if (oldest === undefined) return;
      if (oldest === current?.file) await end();
      await rm(oldest.path, { force: true });
      // Before the next one goes: after a power loss a record must not come back without its removal mark.
      await syncDirectory(directory);
      files.shift();
    },
    close: end,
  };
}
