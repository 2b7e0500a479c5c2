import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Direction, moveButton } from './move-button.ts';

const formatRows = (rows: readonly (readonly string[])[]): string => rows.map((row) => row.join('')).join('/');

test.each<[string, number, number, Direction, string]>([
  ['ab/c', 0, 0, 'right', 'ba/c'],
  ['ab/c', 0, 0, 'left', 'ab/c'],
  ['ab/c', 0, 1, 'right', 'ab/c'],
  ['ab/c', 0, 1, 'down', 'a/cb'],
  ['ab/c', 1, 0, 'up', 'cab'],
  ['ab/c', 0, 0, 'up', 'a/b/c'],
  ['a/b', 0, 0, 'up', 'a/b'],
  ['ab/cd', 1, 1, 'down', 'ab/c/d'],
  ['abc/d', 1, 0, 'up', 'abc/d'],
])('%s: button %i %i goes %s', (text, row, index, direction, expected) => {
  const rows = text.split('/').map((one) => [...one]);
  expect(formatRows(moveButton(rows, { row, index }, direction, 3))).toBe(expected);
});

test('loses no button and leaves no row empty', () => {
  const rows = fc.array(fc.array(fc.integer(), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  const direction = fc.constantFrom<Direction[]>('left', 'right', 'up', 'down');
  fc.assert(
    fc.property(rows, fc.nat(6), fc.nat(5), direction, (before, row, index, to) => {
      const after = moveButton(before, { row, index }, to, 4);
      expect(after.flat().toSorted()).toEqual(before.flat().toSorted());
      expect(after.every(({ length }) => length > 0 && length <= 4)).toBe(true);
    }),
  );
});
