import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openUnrecordedLog } from './unrecorded-log.ts';

let directory: string;
let path: string;
let recordedItems: string[];
let gaps: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'botscope-late-log-'));
  path = join(directory, 'relay', 'late.log');
  recordedItems = [];
  gaps = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (
  record: (raw: string) => Promise<void> = async () => undefined,
  options: { isGathered?: boolean; maxBytes?: number } = {},
) =>
  openUnrecordedLog<string>({
    path,
    logger: pino({ level: 'silent' }),
    onGap: (bot, items) => void gaps.push(`${bot} ${items}`),
    ...options,
    record: (bot, raw) => {
      recordedItems.push(`${bot} ${raw}`);
      return record(raw);
    },
  });
const text = (): string => readFileSync(path, 'utf8');

it('holds an update until it is recorded, and is empty again then', async () => {
  const log = open();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  log.keep('a', JSON.stringify('{"update_id":1}'), first.promise);
  log.keep('b', JSON.stringify('{"update_id":2,\n"message":{}}'), second.promise);
  first.resolve();
  await expect.poll(log.waiting).toBe(1);
  expect(text().split('\n')).toHaveLength(3);
  second.resolve();
  await expect.poll(text).toBe('');
  log.close();
});

it('hands on what an earlier process left, without a torn end', async () => {
  open().keep('a', JSON.stringify('{"update_id":1,\n"message":{}}'), new Promise(() => undefined));
  appendFileSync(path, '["b","{\\"upd');
  const log = open();
  expect(recordedItems).toEqual(['a {"update_id":1,\n"message":{}}']);
  expect(gaps).toEqual(['b 1']);
  await expect.poll(text).toBe('');
  log.close();
});

it('keeps for the next start what cannot be recorded now', async () => {
  open().keep('a', JSON.stringify('{"update_id":1}'), new Promise(() => undefined));
  const log = open(() => Promise.reject(new Error('the store is away')));
  await expect.poll(() => recordedItems.length).toBe(1);
  log.close();
  open();
  expect(recordedItems).toEqual(['a {"update_id":1}', 'a {"update_id":1}']);
});

it('does without after it is closed', () => {
  const log = open();
  log.close();
  log.keep('a', JSON.stringify('{"update_id":1}'), Promise.resolve());
  expect(existsSync(path) && text()).toBe('');
});

it('counts for each bot what it had no room for', () => {
  const log = open(undefined, { maxBytes: 100 });
  for (const bot of ['a', 'a', 'b']) log.keep(bot, JSON.stringify('x'.repeat(120)), new Promise(() => undefined));
  log.keep('a', JSON.stringify('x'), new Promise(() => undefined));
  open();
  expect(recordedItems).toEqual([`a ${'x'.repeat(120)}`]);
  expect(gaps).toEqual(['a 2', 'b 1']);
});

it('stays small under lasting load, where something is always under way', async () => {
  const log = open();
  const update = 'x'.repeat(10_000);
  let last = Promise.withResolvers<void>();
  for (let round = 0; round < 1_000; round += 1) {
    const next = Promise.withResolvers<void>();
    log.keep('a', JSON.stringify(`${round} ${update}`), next.promise);
    last.resolve();
    last = next;
    await Promise.resolve();
  }
  expect(log.waiting()).toBeGreaterThan(0);
  expect(statSync(path).size + statSync(`${path}.2`).size).toBeLessThan(4 * 1024 * 1024);
  log.close();
  open();
  expect(recordedItems.some((line) => line.startsWith('a 999 '))).toBe(true);
});

it('writes what comes in one moment at once, and at its end', async () => {
  const log = open(undefined, { isGathered: true });
  log.keep('a', JSON.stringify('1'), new Promise(() => undefined));
  log.keep('b', JSON.stringify('2'), new Promise(() => undefined));
  expect(text()).toBe('');
  await new Promise((resolve) => setImmediate(resolve));
  expect(text()).toBe('["a","1"]\n["b","2"]\n');
  log.keep('c', JSON.stringify('3'), new Promise(() => undefined));
  log.close();
  expect(text()).toContain('["c","3"]');
});
