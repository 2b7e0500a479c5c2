import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { lockDirectory } from './directory-lock.ts';
import { findHolders } from './lock-holder.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'botscope-holder-'));
const lockFile = fileURLToPath(new URL('./directory-lock.ts', import.meta.url));
let end = (): void => undefined;
afterEach(() => {
  end();
  rmSync(dataDir, { recursive: true, force: true });
});

it('the kernel names the process that has a part, and nobody once it has ended', async () => {
  const code = `const { lockDirectory } = await import(${JSON.stringify(lockFile)});
    globalThis.release = lockDirectory(${JSON.stringify(dataDir)}, 'app'); console.log('locked'); setInterval(() => undefined, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  end = () => void child.kill('SIGKILL');
  await once(child.stdout, 'data');
  expect(findHolders(dataDir, 'app')).toEqual([child.pid]);
  expect(findHolders(dataDir, 'metadata')).toEqual([]);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(findHolders(dataDir, 'app')).toEqual([]);
  // A process never names itself.
  lockDirectory(dataDir, 'app')();
  expect(findHolders(dataDir, 'app')).toEqual([]);
});
