import { execFile } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = fileURLToPath(new URL('./init-data.ts', import.meta.url));

/**
 * Makes the embedded engine's data directory unless it is there. It appears whole or not at all, so a crash in the
 * middle leaves nothing half made. In a process of its own: initdb peaks at 1.2 GB and would leave 175 MB behind here.
 */
export async function createData(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const unfinished = `${directory}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await promisify(execFile)(process.execPath, [script, unfinished]);
  renameSync(unfinished, directory);
  const parent = openSync(dirname(directory), 'r');
  fsyncSync(parent);
  closeSync(parent);
}
