import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Operations that we need of a file that only grows; Node's FileHandle has them. */
export interface DurableFile {
  writev(buffers: Buffer[]): Promise<{ bytesWritten: number }>;
  truncate(bytes: number): Promise<void>;
  close(): Promise<void>;
}

// O_DSYNC: a write returns when its bytes are on disk. One trip through Node's thread pool instead of two.
const appendDurably =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND | constants.O_DSYNC;

/** Opens a new file whose writes are on disk when they return. Updates hold what users wrote: readable by us alone. */
export const openDurably = (path: string): Promise<DurableFile> => open(path, appendDurably, 0o600);

/**
 * Appends all of it to a file of `length` bytes, or nothing: what got out of a failed write is cut off.
 * @returns the file's new length. Rejects if the bytes are not on disk; the caller then ends the file, so that no later
 * frame can follow a torn one.
 */
export async function appendWhole(file: DurableFile, length: number, buffers: Buffer[]): Promise<number> {
  const totalBytes = buffers.reduce((sum, one) => sum + one.length, 0);
  try {
    const { bytesWritten } = await file.writev(buffers);
    if (bytesWritten !== totalBytes) throw new Error(`Only ${bytesWritten} of ${totalBytes} bytes could be written`);
  } catch (error) {
    await file.truncate(length).catch(() => undefined);
    throw error;
  }
  return length + totalBytes;
}

/** A new or removed name is on disk only after its directory is. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
