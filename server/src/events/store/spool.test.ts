import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Frame } from '../../platform/journal/log-file.ts';
import { openSpool as openRealSpool, type Spool, type SpoolFile, type SpoolOptions } from './spool.ts';

let directory: string;
let openedSpools: Spool[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'botscope-spool-'));
});
afterEach(async () => {
  for (const spool of openedSpools) await spool.close();
  openedSpools = [];
  rmSync(directory, { recursive: true, force: true });
});

async function openSpool(path: string, options: SpoolOptions): Promise<Spool> {
  const spool = await openRealSpool(path, options);
  openedSpools.push(spool);
  return spool;
}

const frame = (...lines: string[]): Frame => ({
  body: Buffer.from(lines.map((line) => `${line}\n`).join('')),
  rows: lines.length,
});
const files = () =>
  readdirSync(directory)
    .sort()
    .map((name) => join(directory, name));

/** Everything the spool holds, in order; it is empty afterwards. */
async function takeAll(spool: Spool): Promise<string[]> {
  const lines: string[] = [];
  for (let logFile = await spool.oldest(); logFile; logFile = await spool.oldest()) {
    lines.push(
      ...(await spool.read(logFile))
        .toString()
        .split('\n')
        .filter((line) => line !== ''),
    );
    await spool.remove(logFile);
  }
  return lines;
}

it('gives rows back in order and leaves no file behind', async () => {
  const spool = await openSpool(directory, { maxBytes: 1e6 });
  await Promise.all([spool.append(frame('a', 'b')), spool.append(frame('c'))]);
  expect(spool.size().rows).toBe(3);
  const first = await spool.oldest();
  // Rows that arrive while the oldest log file is being carried go to the next one.
  await spool.append(frame('d'));
  expect(files()).toHaveLength(2);
  if (!first) throw new Error('The spool is empty');
  expect((await spool.read(first)).toString()).toBe('a\nb\nc\n');
  await spool.remove(first);
  expect(await takeAll(spool)).toEqual(['d']);
  expect(spool.size()).toEqual({ rows: 0, bytes: 0 });
  expect(files()).toEqual([]);
});

it('finds after a restart what was not carried, before the new rows', async () => {
  const before = await openSpool(directory, { maxBytes: 1e6 });
  await before.append(frame('a', 'b'));
  await before.append(frame('c'));
  // No close: the process was killed.
  const after = await openSpool(directory, { maxBytes: 1e6 });
  expect(after.size()).toEqual(before.size());
  await after.append(frame('d'));
  expect(await takeAll(after)).toEqual(['a', 'b', 'c', 'd']);
});

it.each([1, 20, 28, 31])('forgets a frame torn %i bytes before its end, and only that one', async (missingBytes) => {
  const before = await openSpool(directory, { maxBytes: 1e6 });
  await before.append(frame('a'));
  await before.append(frame('bcdef'));
  const [path = ''] = files();
  truncateSync(path, statSync(path).size - missingBytes);
  const torn: number[] = [];
  const after = await openSpool(directory, { maxBytes: 1e6, onTorn: (_path, bytes) => torn.push(bytes) });
  expect(await takeAll(after)).toEqual(['a']);
  expect(torn).toEqual([34 - missingBytes]);
});

it('forgets a frame whose bytes are not what was written', async () => {
  const before = await openSpool(directory, { maxBytes: 1e6 });
  await before.append(frame('a'));
  appendFileSync(files()[0] ?? '', '00000002 00000000 00000001 \nb\n');
  expect(await takeAll(await openSpool(directory, { maxBytes: 1e6 }))).toEqual(['a']);
});

it('refuses what would pass its limit, keeps the rest, and takes rows again once there is room', async () => {
  const spool = await openSpool(directory, { maxBytes: 100 });
  await spool.append(frame('a'.repeat(50)));
  await expect(spool.append(frame('b'.repeat(50)))).rejects.toThrow('size limit');
  expect(await takeAll(spool)).toEqual(['a'.repeat(50)]);
  await spool.append(frame('c'));
  expect(await takeAll(spool)).toEqual(['c']);
});

it('leaves nothing half done when the disk is full', async () => {
  let room = 60;
  const openOnFullDisk = async (path: string): Promise<SpoolFile> => {
    const file = await open(path, 'ax');
    return {
      async writev(buffers) {
        const bytes = Buffer.concat(buffers);
        const { bytesWritten } = await file.write(bytes.subarray(0, room));
        room -= bytesWritten;
        if (bytesWritten < bytes.length)
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
        return { bytesWritten };
      },
      truncate: (bytes) => file.truncate(bytes),
      close: () => file.close(),
    };
  };
  const spool = await openSpool(directory, { maxBytes: 1e6, openFile: openOnFullDisk });
  await spool.append(frame('a'));
  // A try leaves no file behind, however many there are.
  for (let time = 0; time < 20; time += 1) await expect(spool.append(frame('b'.repeat(40)))).rejects.toThrow('ENOSPC');
  expect(readdirSync(directory).length).toBeLessThan(3);
  room = 1000;
  await spool.append(frame('c'));
  expect(spool.size().rows).toBe(2);
  const after = await openSpool(directory, { maxBytes: 1e6 });
  expect(await takeAll(after)).toEqual(['a', 'c']);
});

it('reads rows back from disk when they are too many to be kept in memory', async () => {
  const spool = await openSpool(directory, { maxBytes: 1e9 });
  const line = 'x'.repeat(1_000_000);
  for (let index = 0; index < 45; index += 1) await spool.append(frame(`${index}${line}`));
  const lines = await takeAll(spool);
  expect(lines.map((text) => Number.parseInt(text, 10))).toEqual(Array.from({ length: 45 }, (_, index) => index));
});
