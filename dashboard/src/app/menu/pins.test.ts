import { expect, test } from 'vitest';
import { maxPins, parsePins, togglePin } from './pins.ts';

test('a pin is added last, taken out, and never stands there twice', () => {
  expect(parsePins('')).toEqual([]);
  expect(togglePin(['a'], 'b')).toEqual(['a', 'b']);
  expect(togglePin(['a', 'b'], 'a')).toEqual(['b']);
  expect(parsePins('a b a')).toEqual(['a', 'b']);
});

test('a full list stays as it is', () => {
  const fullList = Array.from({ length: maxPins }, (_, index) => `pin${index}`);
  expect(togglePin(fullList, 'one-more')).toEqual(fullList);
  expect(parsePins([...fullList, 'one-more'].join(' '))).toEqual(fullList);
});
