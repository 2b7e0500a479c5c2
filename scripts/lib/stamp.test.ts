import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesBelow, hashFiles, readStamp, writeStamp } from './stamp.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'botscope-stamp-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'a.ts'), 'one');
  writeFileSync(join(folder, 'src', 'b.ts'), 'two');
});
afterEach(() => rmSync(folder, { recursive: true }));

const hash = () => hashFiles(filesBelow([folder]), folder);

test('a date alone changes nothing', () => {
  const before = hash();
  utimesSync(join(folder, 'src', 'a.ts'), 1, 1);
  expect(hash()).toBe(before);
});

test('an edit, a rename and a move of text between files each change the hash', () => {
  const before = hash();
  writeFileSync(join(folder, 'src', 'a.ts'), 'onet');
  writeFileSync(join(folder, 'src', 'b.ts'), 'wo');
  const moved = hash();
  renameSync(join(folder, 'src', 'b.ts'), join(folder, 'src', 'c.ts'));
  expect(new Set([before, moved, hash()]).size).toBe(3);
});

test('files are listed in one order, without what is skipped and what is not there', () => {
  mkdirSync(join(folder, 'node_modules'));
  writeFileSync(join(folder, 'node_modules', 'x.js'), '');
  const files = filesBelow([join(folder, 'missing'), folder], (name) => name === 'node_modules');
  expect(files).toEqual([join(folder, 'src', 'a.ts'), join(folder, 'src', 'b.ts')]);
});

test('a stamp is read back, and is null before it is written', () => {
  const file = join(folder, 'new', '.stamp');
  expect(readStamp(file)).toBeNull();
  writeStamp(file, 'abc');
  expect(readStamp(file)).toBe('abc');
});
