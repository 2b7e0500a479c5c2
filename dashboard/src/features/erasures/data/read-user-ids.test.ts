import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readUserIds } from './read-user-ids.ts';

test.each([
  ['', [], []],
  ['42', [42], []],
  ['42\n43, 44;45\t46', [42, 43, 44, 45, 46], []],
  ['42 42', [42], []],
  ['0 007 -5 @ann 4.2', [], ['0', '007', '-5', '@ann', '4.2']],
  ['4503599627370495 4503599627370496', [4_503_599_627_370_495], ['4503599627370496']],
])('%j', (text, ids, invalid) => {
  expect(readUserIds(text)).toEqual({ ids, invalid });
});

test('every list of IDs is read back, whatever separates them', () => {
  const separator = fc.stringMatching(/^[\s,;]{1,4}$/);
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 52 - 1 })), separator, (ids, delimiter) => {
      expect(readUserIds(ids.join(delimiter))).toEqual({ ids, invalid: [] });
    }),
  );
});
