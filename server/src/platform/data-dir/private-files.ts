import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const othersMask = 0o077;

/**
 * From now on what this process makes is for its user alone, whether Node makes it, the embedded engines, and the
 * processes that it starts.
 */
export function makeFilesPrivate(): void {
  process.umask(othersMask);
}

/**
 * Makes a directory that is for its user alone, or repairs one that an earlier version left open, with everything in it.
 * One that is closed already hides its contents and is not walked through. Files of another user do not change.
 */
export function openPrivateDirectory(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if ((lstatSync(directory).mode & othersMask) === 0) return;
  repairEntries(directory);
  // Last: the next start must find it open if this one is stopped in between.
  close(directory);
}

function repairEntries(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) repairEntries(path);
    // Links and sockets are not followed: what they lead to belongs to someone else.
    if (entry.isFile() || entry.isDirectory()) close(path);
  }
}

function close(path: string): void {
  try {
    const { mode } = lstatSync(path);
    if ((mode & othersMask) !== 0) chmodSync(path, mode & 0o700);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Another user's file (a volume that the operator prepared), or one that was deleted meanwhile.
    if (code !== 'EPERM' && code !== 'ENOENT') throw error;
  }
}
