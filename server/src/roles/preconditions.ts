import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** Missing precondition of the machine, in one sentence for its operator. */
export class PreconditionError extends Error {
  override readonly name = 'PreconditionError';
}

/** An empty installation has 343 files open at rest; each connection of a bot or a browser is one more. */
const leastOpenFiles = 1_024;
const probeBytes = 1_048_576;

/**
 * Before anything is opened: with 256 files the server ended in the middle of its start, with whatever error came first.
 * Node has raised the soft limit to the hard one by now. Systems without /proc are not asked.
 * @throws PreconditionError
 */
export function assertOpenFiles(limits: string = readLimits()): void {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
  if (soft === undefined || Number(soft) >= leastOpenFiles) return;
  throw new PreconditionError(
    `This process may open ${soft} files, and Botscope needs at least ${leastOpenFiles}: raise the limit (ulimit -n ${leastOpenFiles}, LimitNOFILE= of systemd, --ulimit nofile= of Docker).`,
  );
}

function readLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

/** Writes what the first logs need, so that a disk that takes nothing is named before the stores are opened. */
export function assertWritable(dataDir: string): void {
  const path = join(dataDir, 'write-probe');
  try {
    const file = openSync(path, 'w', 0o600);
    try {
      writeSync(file, Buffer.alloc(probeBytes));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  } finally {
    rmSync(path, { force: true });
  }
}

/** A system's error as a sentence that says what to do; null for one that is no precondition. */
export function describeSystemError(error: NodeJS.ErrnoException & { address?: string; port?: number }): string | null {
  const { code = '', path, address, port } = error;
  if (code === 'EMFILE' || code === 'ENFILE') {
    return `Too many open files (${code}): raise the limit to ${leastOpenFiles} or more (ulimit -n, LimitNOFILE= of systemd).`;
  }
  if (error.syscall === 'listen' && path === undefined && port !== undefined) return describePort(code, port, address);
  if (code === 'ENOTFOUND' && error.syscall === 'getaddrinfo') {
    return `HOST: ${String((error as { hostname?: unknown }).hostname)} is no address of this machine.`;
  }
  // A write names no file. Other errors without one are of connections, and a file that exists is one only to `mkdir`.
  const isOfFile = path !== undefined ? code !== 'EEXIST' || error.syscall === 'mkdir' : /^(ENOSPC|EDQUOT)$/.test(code);
  return isOfFile ? (fileProblems[code]?.(path ?? 'DATA_DIR') ?? null) : null;
}

function describePort(code: string, port: number, address = ''): string | null {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another process: stop that one, or set PORT to another number.`;
  }
  if (code === 'EACCES') return `Port ${port} may not be opened by this user: set PORT to a number above 1023.`;
  return code === 'EADDRNOTAVAIL' ? `HOST: ${address} is no address of this machine.` : null;
}

const fileProblems: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `${path} may not be written by this user: change its owner, or set DATA_DIR to another directory.`,
  EPERM: (path) => `${path} may not be changed by this user: change its owner, or set DATA_DIR to another directory.`,
  EROFS: (path) => `${path} is on a read-only file system: set DATA_DIR to a directory that can be written.`,
  ENOSPC: (path) => `The disk with ${path} is full: free some space, or set DATA_DIR to a directory on another disk.`,
  EDQUOT: (path) => `The quota of the disk with ${path} is used up: free some space, or set DATA_DIR to another disk.`,
  ENOTDIR: (path) => `${path} is below a file: set DATA_DIR to a directory.`,
  EEXIST: (path) => `${path} is a file: set DATA_DIR to a directory.`,
};
