import { expect, test } from 'vitest';
import { readIds } from './members-section.tsx';

test.each([
  ['', [], null],
  ['12\n13 12,14;\t15', [12, 13, 14, 15], null],
  ['4503599627370497', [4_503_599_627_370_497], null],
  ['12 @anna', [], '@anna'],
  ['0', [], '0'],
  ['-5', [], '-5'],
  ['9007199254740993', [], '9007199254740993'],
] as const)('%j', (text, ids, wrongWord) => {
  expect(readIds(text)).toEqual({ ids, wrong: wrongWord });
});
