import { expect, test } from 'vitest';
import { columnOfNumbers, columnOfTexts } from './user-columns.ts';

const all = Float64Array.from([2, 3, 5, 8, 2 ** 52]);
const everyId = [1, 2, 3, 4, 5, 8, 9, 2 ** 52];

test('numbers of the users of a file, and of nobody else', () => {
  const readColumn = columnOfNumbers(all, { ids: [1, 2, 4, 8, 9, 2 ** 52], values: [7, 1, 7, 4_294_967_295, 7, 3] });
  const noValue = undefined;
  expect(everyId.map(readColumn)).toEqual([noValue, 1, noValue, noValue, noValue, 4_294_967_295, noValue, 3]);
  expect(everyId.map(columnOfNumbers(all, undefined))).toEqual(everyId.map(() => noValue));
});

test('texts of the same', () => {
  const columnOf = columnOfTexts(all, { ids: [1, 2, 3, 5, 9], values: ['BR', 'DE', 'FR', 'DE', 'BR'] });
  const noValue = undefined;
  expect(everyId.map(columnOf)).toEqual([noValue, 'DE', 'FR', noValue, 'DE', noValue, noValue, noValue]);
  expect(columnOfTexts(new Float64Array(), undefined)(1)).toBeUndefined();
});
