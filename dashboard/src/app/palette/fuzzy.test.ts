import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scoreMatch } from './fuzzy.ts';

const ranked = (query: string, texts: string[]): string[] =>
  texts
    .map((text) => ({ text, score: scoreMatch(text, query) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ text }) => text);

const reports = ['New users', 'Users who left', 'Returned users', 'Weekly active users', 'Retention', 'UTM summary'];

it.each([
  ['new', ['New users']],
  ['ret', ['Retention', 'Returned users']],
  ['wau', ['Weekly active users']],
  ['nu', ['New users']],
  ['utm su', ['UTM summary']],
  ['users', ['Users who left', 'New users', 'Returned users', 'Weekly active users']],
  ['zebra', []],
])('"%s" finds %j', (query, expectedLabels) => {
  expect(ranked(query, reports)).toEqual(expectedLabels);
});

it('takes letters that are written either way for the same', () => {
  expect(scoreMatch('Отчёты', 'отчет')).toBeGreaterThan(0);
  expect(scoreMatch('Café', 'cafe')).toBeGreaterThan(0);
  // Й is a letter of its own.
  expect(scoreMatch('Йод', 'йод')).toBeGreaterThan(0);
});

it('finds every text by itself and by each of its words, first of all by its beginning', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{2,8}$/), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(words, (parts) => {
      const text = parts.join(' ');
      const start = scoreMatch(text, parts[0] ?? '');
      for (const part of parts) {
        expect(scoreMatch(text, part)).toBeGreaterThan(0);
        expect(start).toBeGreaterThanOrEqual(scoreMatch(text, part));
      }
    }),
  );
});
