import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbeddedEngine } from '../engine/embedded.ts';
import type { Engine } from '../engine/engine.ts';
import { fillFirstNames, migrate } from '../migrate.ts';
import { type FirstName, mergeNames, readFirstNames } from './first-names.ts';
import { latinSpellings } from './latin-spellings.ts';

const { names } = readFirstNames();
const genders = new Map(names.map(({ name, gender }) => [name, gender]));
const guess = (text: string): string[] => text.split(' ').map((name) => `${name} ${genders.get(name) ?? 'unknown'}`);
const all = (text: string, gender: string): string[] => text.split(' ').map((name) => `${name} ${gender}`);

it('knows the names that users bear, in both alphabets', () => {
  const men =
    'александр дмитрий сергей никита илья лука дима слава миша рустам ілля олександр sergey sergei dmitriy dmitry evgeny vanya john max alex';
  const women =
    'екатерина алена наталья любовь катя юля вика маша гульнара олена ekaterina yekaterina yulia iuliia tatiana nastya mary olga andrea';
  expect(guess(men)).toEqual(all(men, 'male'));
  expect(guess(women)).toEqual(all(women, 'female'));
});

it('says nothing of names that tell nothing', () => {
  const unsure = 'саша женя валя шура крис адель sasha chris taylor jordan robin kim';
  expect(guess(unsure)).toEqual(all(unsure, 'unknown'));
  // A man in one of the lists, a woman or nothing sure in the other.
  expect(guess('valery nikita ira misha')).toEqual(all('valery nikita ira misha', 'unknown'));
  expect(guess('shop солнышко кс baby')).toEqual(all('shop солнышко кс baby', 'unknown'));
});

it('holds each name once, in the form in which names are compared, with a share from 0.9 to 1', () => {
  expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(10_000);
  for (const { name, share } of names) {
    expect(name).toMatch(/^[\p{Ll}]+$/u);
    expect(name).not.toContain('ё');
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(share).toBeLessThanOrEqual(1);
  }
});

it('merges lists: who agrees stays with the first share, who disagrees or is unsure goes', () => {
  const one = (name: string, gender: 'male' | 'female', share: number): [string, FirstName] => [
    name,
    { name, gender, share },
  ];
  expect(
    mergeNames(
      new Map<string, FirstName | null>([one('a', 'male', 0.9), one('b', 'male', 1), ['c', null], one('d', 'male', 1)]),
      new Map<string, FirstName | null>([
        one('a', 'male', 0.99),
        one('b', 'female', 1),
        one('c', 'male', 1),
        ['d', null],
      ]),
    ),
  ).toEqual([{ name: 'a', gender: 'male', share: 0.9 }]);
});

it('transliterates names as users do', () => {
  expect(latinSpellings('юлия')).toEqual(expect.arrayContaining(['yulia', 'yuliya', 'iuliia', 'julia']));
  expect(latinSpellings('александр')).toEqual(['aleksandr', 'alexandr']);
  expect(latinSpellings('семен')).toEqual(expect.arrayContaining(['semen', 'semyon']));
});

let engine: Engine;
const directory = mkdtempSync(join(tmpdir(), 'botscope-names-'));
beforeAll(async () => {
  engine = openEmbeddedEngine(directory);
  await migrate(engine);
});
afterAll(async () => {
  await engine.close();
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

it('fills the table once, again when its contents are another version, and after a start that was cut short', async () => {
  const countStoredNames = async () => {
    const [row] = await engine.query<{ rows: number; names: number }>({
      sql: 'SELECT count() AS rows, uniqExact(name) AS names FROM first_names',
    });
    return row;
  };
  const fullCounts = { rows: names.length, names: names.length };
  expect(await fillFirstNames(engine)).toBe(true);
  expect(await fillFirstNames(engine)).toBe(false);
  expect(await countStoredNames()).toEqual(fullCounts);

  await engine.command('TRUNCATE TABLE first_names');
  expect(await fillFirstNames(engine)).toBe(true);
  await engine.command(`ALTER TABLE first_names UPDATE version = 'old' WHERE 1 SETTINGS mutations_sync = 1`);
  expect(await fillFirstNames(engine)).toBe(true);
  expect(await countStoredNames()).toEqual(fullCounts);
});
