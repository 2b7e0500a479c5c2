import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { assertOpenFiles, describeSystemError } from './preconditions.ts';
import { copyEmptyStores } from './test-data-directory.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'botscope-preconditions-'));
const dataDir = join(directory, 'data');
afterAll(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));

/** A start that fails: how it ends, and all it writes. */
async function start(env: NodeJS.ProcessEnv, prefix = '') {
  const child = spawn('sh', ['-c', `${prefix}exec "${process.execPath}" "${main}"`], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += String(chunk);
    });
  }
  const [code] = await once(child, 'exit');
  return { code, text };
}

describe('a start that fails', () => {
  it('says in one sentence that too few files may be open, before anything is made', async () => {
    expect(await start({}, 'ulimit -n 256; ')).toEqual({
      code: 1,
      text: 'This process may open 256 files, and Botscope needs at least 1024: raise the limit (ulimit -n 1024, LimitNOFILE= of systemd, --ulimit nofile= of Docker).\n',
    });
    expect(readdirSync(directory)).toEqual([]);
  });

  it('says in one sentence that the data directory is a file, or below one', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    expect(await start({ DATA_DIR: file })).toEqual({
      code: 1,
      text: `${file} is a file: set DATA_DIR to a directory.\n`,
    });
    expect(await start({ DATA_DIR: join(file, 'data') })).toEqual({
      code: 1,
      text: `${join(file, 'data')} is below a file: set DATA_DIR to a directory.\n`,
    });
  });

  it('says in one sentence that paths are too long for a socket', async () => {
    const longDirectory = join(directory, 'x'.repeat(120));
    mkdirSync(longDirectory);
    expect(await start({ DATA_DIR: join(longDirectory, 'data'), TMPDIR: longDirectory })).toEqual({
      code: 1,
      text: `The paths of DATA_DIR and of ${longDirectory} are too long for a socket (107 bytes): set DATA_DIR or TMPDIR to a shorter one.\n`,
    });
  });

  it('says in one sentence that a port is taken', async () => {
    await copyEmptyStores(dataDir);
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    try {
      expect(await start({ PORT: String(port) })).toEqual({
        code: 1,
        text: `Port ${port} is taken by another process: stop that one, or set PORT to another number.\n`,
      });
    } finally {
      other.close();
    }
  });
});

describe('describeSystemError', () => {
  const describeError = (code: string, details: object = { path: '/data/spool' }) =>
    describeSystemError(Object.assign(new Error(code), { code, syscall: 'open' }, details));

  it.each([
    ['EACCES', '/data/spool may not be written by this user'],
    ['EROFS', '/data/spool is on a read-only file system'],
    ['ENOSPC', 'The disk with /data/spool is full'],
    ['EMFILE', 'Too many open files'],
  ])('says what %s means', (code, text) => {
    expect(describeError(code)).toContain(text);
  });

  it.each([
    ['EACCES', 'Port 80 may not be opened by this user'],
    ['EADDRNOTAVAIL', 'HOST: 203.0.113.9 is no address of this machine'],
  ])('says what %s of a port means', (code, text) => {
    expect(describeError(code, { syscall: 'listen', port: 80, address: '203.0.113.9' })).toContain(text);
  });

  it('names the data directory where a write fails, which knows no path', () => {
    expect(describeError('ENOSPC', { syscall: 'write' })).toContain('The disk with DATA_DIR is full');
  });

  it('leaves other errors to their stack', () => {
    expect(describeError('ECONNRESET')).toBeNull();
    expect(describeError('EACCES', { syscall: 'connect' })).toBeNull();
    expect(describeError('EEXIST')).toBeNull();
    expect(describeSystemError(new Error('a bug'))).toBeNull();
  });
});

it.each(['', 'Max open files            unlimited            unlimited            files'])(
  'a limit that is not there or has no number is no problem: %j',
  (limits) => {
    expect(() => assertOpenFiles(limits)).not.toThrow();
  },
);
