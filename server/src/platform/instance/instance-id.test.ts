import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readInstanceId } from './instance-id.ts';

const directories: string[] = [];
afterEach(() => {
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
});
function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'botscope-instance-'));
  directories.push(directory);
  return directory;
}

test('each data directory has an id of its own, which stays and is private', () => {
  const [one, other] = [newDirectory(), newDirectory()];
  const id = readInstanceId(one);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(readInstanceId(one)).toBe(id);
  expect(readInstanceId(other)).not.toBe(id);
  expect(readdirSync(one)).toEqual(['instance-id']);
  chmodSync(join(one, 'instance-id'), 0o644);
  readInstanceId(one);
  expect(statSync(join(one, 'instance-id')).mode & 0o777).toBe(0o600);
});

test('a damaged file is reported, not replaced', () => {
  const directory = newDirectory();
  writeFileSync(join(directory, 'instance-id'), '');
  expect(() => readInstanceId(directory)).toThrow(/does not contain an instance id/);
});
