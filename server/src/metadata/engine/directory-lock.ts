import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Thrown when another living process holds the directory. `pid` is that process. */
export class DirectoryInUse extends Error {
  readonly pid: number;

  constructor(path: string, pid: number) {
    super(
      `The data directory is in use by process ${pid} (${path}). ` +
        'An embedded store belongs to one process: stop that one, choose another data directory, or set DATABASE_URL.',
    );
    this.name = 'DirectoryInUse';
    this.pid = pid;
  }
}

/** When a process started, in the kernel's ticks: a process id alone comes back soon in a container. Empty where unknown. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name stands in brackets and may hold spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The living holder that a lock file names, or null for a file left behind by a crash. */
function holderOf(content: string): number | null {
  const [pidText, start] = content.trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  const now = startOf(pid);
  return start && now && start !== now ? null : pid;
}

/**
 * Takes a lock file for this process; throws `DirectoryInUse` when another living process has it.
 * A file whose process is gone (power cut, `kill -9`) is taken over. Returns the release.
 */
export function lockDirectory(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true });
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; attempt < 10; attempt++) {
    try {
      writeFileSync(path, mine, { flag: 'wx' });
      return () => {
        if (read(path) === mine) rmSync(path, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const found = read(path);
    if (found === null) continue;
    const holder = holderOf(found);
    if (holder !== null) throw new DirectoryInUse(path, holder);
    putAside(path, found);
  }
  throw new Error(`The lock file ${path} keeps changing hands; start one process only`);
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Renaming, unlike deleting, tells afterwards whether it was still the stale file: another starter may have been faster. */
function putAside(path: string, stale: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== stale) linkSync(aside, path);
  } catch {
    // Somebody else moved it first: the next attempt looks again.
  }
  rmSync(aside, { force: true });
}
