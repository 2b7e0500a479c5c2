import { expect, test } from 'vitest';
import { readIds } from './read-ids.ts';

test('one id per line; duplicates are counted, lines that are no id are named', () => {
  expect(readIds(' 12\n\n7\n12\nanna\n0\n-5\n7\n7.5\n')).toEqual({
    ids: [12, 7],
    duplicates: 2,
    wrong: [
      { line: 5, text: 'anna' },
      { line: 6, text: '0' },
      { line: 7, text: '-5' },
      { line: 9, text: '7.5' },
    ],
    tooMany: 0,
  });
});

test('no more ids than a campaign takes', () => {
  const { ids, tooMany } = readIds(Array.from({ length: 5_002 }, (_, index) => index + 1).join('\r\n'));
  expect([ids.length, ids.at(-1), tooMany]).toEqual([5_000, 5_000, 2]);
});
