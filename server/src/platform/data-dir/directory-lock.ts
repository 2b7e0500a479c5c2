import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Thrown when another living process holds the directory. */
export class DirectoryInUse extends Error {
  override readonly name = 'DirectoryInUse';

  constructor(directory: string) {
    super(
      `The data directory ${directory} is in use by another process: stop that one, or give this one a DATA_DIR of its own.`,
    );
  }
}

/**
 * `server`: the whole of it, by a process with any role, whichever engines it uses: spool, journals and uploads are there
 * in each case. `metadata` and `events`: by whatever opens that store, such as an admin command. `app`: by the process with the
 * stores, while another one carries the bots' traffic.
 */
export type LockedPart = 'server' | 'app' | 'metadata' | 'events';

/** SQLITE_BUSY. */
const busyCode = 5;

/**
 * Takes a part of the data directory for this process until it is released or the process is gone, however it ends.
 *
 * Node has no `flock`. SQLite, which is part of Node, locks a file by `fcntl`: the kernel keeps that lock and takes it
 * back with the process, `kill -9` included, and sees it from every container that has the directory as a volume. A file
 * with a process id does neither: ids mean nothing in another container, and come back soon. Nothing is written to the file.
 * @throws DirectoryInUse when another process, or another opener in this one, has it
 */
export function lockDirectory(dataDir: string, part: LockedPart): () => void {
  const directory = join(dataDir, 'locks');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, part);
  const file = new DatabaseSync(path);
  try {
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file.close();
    throw (error as { errcode?: unknown }).errcode === busyCode ? new DirectoryInUse(dataDir) : error;
  }
  chmodSync(path, 0o600);
  let isLocked = true;
  return () => {
    if (isLocked) file.close();
    isLocked = false;
  };
}

/** Time that the holder of a lock may need to end, ms: an admin command, or the app process of a killed server. */
export const holderEndMs = 60_000;
const retryMs = 50;

/**
 * As `lockDirectory`, but waits for a holder that ends soon, and says so once. A server takes the part `server` first and
 * without waiting, so the holder of another part is no server then: it is a command, or what is left of a killed server.
 * @throws DirectoryInUse when the part is not free after `waitMs`
 */
export async function lockWhenFree(
  dataDir: string,
  part: LockedPart,
  { waitMs, logger }: { waitMs: number; logger?: Pick<Logger, 'info'> },
): Promise<() => void> {
  const startedAt = performance.now();
  for (let isFirst = true; ; isFirst = false) {
    try {
      return lockDirectory(dataDir, part);
    } catch (error) {
      if (!(error instanceof DirectoryInUse) || performance.now() - startedAt >= waitMs) throw error;
      if (isFirst) logger?.info({ part, waitMs }, 'another process uses the data directory: waiting until it ends');
    }
    await wait(retryMs);
  }
}

/** A probe of another process has the lock for a moment. */
const probeMs = 1_000;

/** Takes the part that a server has for as long as it runs. @throws DirectoryInUse at once where another server has it */
export const lockForServer = (dataDir: string): Promise<() => void> =>
  lockWhenFree(dataDir, 'server', { waitMs: probeMs });

/** True while a process has this part. */
export function isLocked(dataDir: string, part: LockedPart): boolean {
  try {
    lockDirectory(dataDir, part)();
    return false;
  } catch (error) {
    if (error instanceof DirectoryInUse) return true;
    throw error;
  }
}
