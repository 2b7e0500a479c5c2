import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLateLog } from './late-log.ts';

let directory: string;
let path: string;
let recorded: string[];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'botscope-late-log-'));
  path = join(directory, 'relay', 'late.log');
  recorded = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const open = (record: (raw: string) => Promise<void> = async () => undefined) =>
  openLateLog({
    path,
    logger: pino({ level: 'silent' }),
    record: (bot, raw) => {
      recorded.push(`${bot} ${raw}`);
      return record(raw);
    },
  });
const text = (): string => readFileSync(path, 'utf8');

it('holds an update until it is recorded, and is empty again then', async () => {
  const log = open();
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  log.keep('a', '{"update_id":1}', first.promise);
  log.keep('b', '{"update_id":2,\n"message":{}}', second.promise);
  first.resolve();
  await expect.poll(log.waiting).toBe(1);
  expect(text().split('\n')).toHaveLength(3);
  second.resolve();
  await expect.poll(text).toBe('');
  log.close();
});

it('hands on what an earlier process left, without a torn end', async () => {
  open().keep('a', '{"update_id":1,\n"message":{}}', new Promise(() => undefined));
  appendFileSync(path, '["b","{\\"upd');
  const log = open();
  expect(recorded).toEqual(['a {"update_id":1,\n"message":{}}']);
  await expect.poll(text).toBe('');
  log.close();
});

it('keeps for the next start what cannot be recorded now', async () => {
  open().keep('a', '{"update_id":1}', new Promise(() => undefined));
  const log = open(() => Promise.reject(new Error('the store is away')));
  await expect.poll(() => recorded.length).toBe(1);
  log.close();
  open();
  expect(recorded).toEqual(['a {"update_id":1}', 'a {"update_id":1}']);
});

it('does without after it is closed', () => {
  const log = open();
  log.close();
  log.keep('a', '{"update_id":1}', Promise.resolve());
  expect(existsSync(path) && text()).toBe('');
});
