import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A directory that tests copy: made once per machine, user and version, and never changed. Those who make it at the same
 * time do so apart, and the first one's stays.
 */
export async function templateDirectory(
  name: string,
  version: string,
  make: (directory: string) => Promise<void>,
): Promise<string> {
  const home = join(tmpdir(), `botscope-${name}-${version}-${process.getuid?.() ?? 0}`);
  const readyPath = join(home, 'ready');
  if (existsSync(readyPath)) return readyPath;
  mkdirSync(home, { recursive: true });
  const ownPath = mkdtempSync(join(home, 'unfinished-'));
  try {
    await make(ownPath);
    renameSync(ownPath, readyPath);
  } catch (error) {
    rmSync(ownPath, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    // Another test finished first.
    if (!existsSync(readyPath)) throw error;
  }
  return readyPath;
}

/** Copies what a directory contains: links as links, holes as holes; `cpSync` blocks the thread for longer. */
export function copyFiles(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

/** Changes with the contents of the files, and of all files of the folders. */
export function computeVersion(paths: readonly string[]): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const entry of readdirSync(path).sort()) add(join(path, entry));
    else hash.update(path.split('/').at(-1) ?? '').update(readFileSync(path));
  };
  for (const path of paths) add(path);
  return hash.digest('hex').slice(0, 12);
}
