import { expect, test } from 'vitest';
import { findDenied, findLongCells, findLongLines, judgeWords } from './words.mjs';

const wordsIn = (file: string, source: string) => findDenied(file, source).map(({ word }) => word);

test.each([
  ['const toldAt = 1;', ['told']],
  ['SELECT told_at FROM events', ['told']],
  ['/** What was told. */', ['told']],
  ['.told-row { color: red; }', ['told']],
  ['const TOLD = lateUsers;', ['told', 'late users']],
  ["it('lays open what was sealed', () => {});", ['lays open']],
  ['const untold = soldier + threshold;', []],
])('%s has %j', (source, expected) => {
  expect(wordsIn('server/src/x.ts', source)).toEqual(expected);
});

test('a word that is wrong as a name only may stand in a sentence', () => {
  expect(wordsIn('a.ts', '// We met the limit: 3 letters.')).toEqual([]);
  expect(wordsIn('a.ts', 'const met = landing;')).toEqual(['met', 'landing']);
  expect(wordsIn('a.ts', "sql('metTokens')")).toEqual(['met']);
  expect(wordsIn('a.ts', '// readMoney is called once')).toEqual(['read money']);
});

test('an identifier is compared whole and in its own spelling', () => {
  expect(wordsIn('a.ts', 'type Held = { hookSecret: string };')).toEqual(['held', 'Held', 'hookSecret']);
  expect(wordsIn('a.ts', 'const ourHookSecret = POST;')).toEqual([]);
  expect(wordsIn('a.ts', 'bot.postStory(story)')).toEqual([]);
});

test('a table is recognised by the keyword before it', () => {
  expect(wordsIn('a.ts', 'sql`SELECT 1 FROM charges`')).toEqual(['charges']);
  expect(wordsIn('a.sql', 'CREATE TABLE IF NOT EXISTS turns (id UInt64)')).toEqual(['turns']);
  expect(wordsIn('a.ts', '// The bank charges a fee, it turns out.')).toEqual([]);
});

test('phrases are denied in what users read, in both languages', () => {
  expect(wordsIn('dashboard/src/features/x/locales/en.ts', "a: 'Your tariff'")).toEqual(['tariff']);
  expect(wordsIn('dashboard/src/features/x/locales/ru.ts', "a: 'Один щелчок'")).toEqual(['щелч*']);
  expect(wordsIn('dashboard/src/features/x/locales/ru.ts', "a: 'Ключи API'")).toEqual(['ключ* api']);
  expect(wordsIn('server/src/x.ts', 'const tariff = 1;')).toEqual([]);
});

test('names of files count', () => {
  expect(wordsIn('server/src/money-story.ts', '')).toEqual(['story']);
  expect(wordsIn('server/src/deeds/index.ts', '')).toEqual(['deeds']);
});

test('lines of documents end at 120 unless they cannot be wrapped', () => {
  const longText = 'word '.repeat(30);
  const address = `https://example.com/${'a'.repeat(120)}`;
  const fine = [`| ${longText} |`, '```', longText, '```', `- ${address}`, address, 'a'.repeat(120)].join('\n');
  expect(findLongLines('a.md', fine)).toEqual([]);
  expect(findLongLines('a.md', `---\nexcerpt: ${longText}\n---\nText`)).toEqual([]);
  expect(findLongLines('a.md', `ok\n${longText}`)).toEqual([{ word: 'document lines over 120', place: 'a.md:2' }]);
});

test('a denied word is a problem that names its places and a better word', () => {
  const findings = [
    { word: 'told', place: 'a.ts:1' },
    { word: 'told', place: 'b.ts:2' },
  ];
  expect(judgeWords(findings).problems).toHaveLength(1);
  expect(judgeWords(findings).problems[0]).toContain('a.ts:1, b.ts:2');
  expect(judgeWords(findings).problems[0]).toContain('Better: ');
  expect(judgeWords([]).problems).toEqual([]);
});

test('a table cell has two lines of a terminal at most', () => {
  const cell = 'x'.repeat(240);
  expect(findLongCells('a.md', `| a | b |\n|---|---|\n| ${cell} | ${'y'.repeat(241)} |`)).toEqual([
    { word: 'table cells over 240', place: 'a.md:3' },
  ]);
  expect(findLongCells('a.md', `| ${cell} | ${'y'.repeat(230)}\\| |`)).toEqual([]);
  expect(findLongCells('a.md', `${cell}x`)).toEqual([]);
});
