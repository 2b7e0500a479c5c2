import { expect, test } from 'vitest';
import { columnOfNumbers, columnOfTexts } from './user-columns.ts';

const all = Float64Array.from([2, 3, 5, 8, 2 ** 52]);
const everyId = [1, 2, 3, 4, 5, 8, 9, 2 ** 52];

test('numbers of the users of a file, and of nobody else', () => {
  const columnOf = columnOfNumbers(all, { ids: [1, 2, 4, 8, 9, 2 ** 52], values: [7, 1, 7, 4_294_967_295, 7, 3] });
  const none = undefined;
  expect(everyId.map(columnOf)).toEqual([none, 1, none, none, none, 4_294_967_295, none, 3]);
  expect(everyId.map(columnOfNumbers(all, undefined))).toEqual(everyId.map(() => none));
});

test('texts of the same', () => {
  const columnOf = columnOfTexts(all, { ids: [1, 2, 3, 5, 9], values: ['BR', 'DE', 'FR', 'DE', 'BR'] });
  const none = undefined;
  expect(everyId.map(columnOf)).toEqual([none, 'DE', 'FR', none, 'DE', none, none, none]);
  expect(columnOfTexts(new Float64Array(), undefined)(1)).toBeUndefined();
});
