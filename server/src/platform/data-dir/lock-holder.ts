import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPart } from './directory-lock.ts';

/**
 * Process ids of those that have a part of the data directory, as the kernel says (`/proc/locks`, Linux). Empty elsewhere,
 * and for a holder in another container, which has no id here.
 */
export function findHolders(dataDir: string, part: LockedPart): number[] {
  try {
    const { ino, dev } = statSync(join(dataDir, 'locks', part));
    // Another file system may have the same inode, locked by a stranger, who must not be ended.
    const device = `${hex((dev >> 8) & 0xfff)}:${hex((dev & 0xff) | ((dev >> 12) & 0xfff00))}`;
    const lines = readFileSync('/proc/locks', 'utf8').split('\n');
    // `1: POSIX  ADVISORY  WRITE 4711 fe:00:10150387 1073741824 1073742335`
    const pids = lines.flatMap((line) => {
      const [, pid, place, inode] = /\sPOSIX\s+ADVISORY\s+WRITE\s+(\d+)\s+(\w+:\w+):(\d+)\s/.exec(line) ?? [];
      return place === device && Number(inode) === ino ? [Number(pid)] : [];
    });
    return [...new Set(pids)].filter((pid) => pid > 1 && pid !== process.pid);
  } catch {
    return [];
  }
}

const hex = (number: number): string => number.toString(16).padStart(2, '0');
