import { describe, expect, it, test } from 'vitest';
import { decideFound, isHiddenCommand, maxTexts } from './find-repeated.ts';

test.each([
  ['🛒 Basket', 10, 5, true],
  ['🛒 Basket', 9, 5, false],
  ['🛒 Basket', 10, 4, false],
  ['x'.repeat(64), 100, 50, true],
  ['x'.repeat(65), 100, 50, false],
  [' ', 100, 50, false],
  ['a\0b', 100, 50, false],
])('%j, %i times by %i users: %s', (text, count, users, expected) => {
  expect(isHiddenCommand({ text, count, users })).toBe(expected);
});

describe('a look into the events', () => {
  const one = (text: string, count: number, users: number) => ({ text, count, users });

  it('adds what is new, and counts what is known, also if it became rare or nobody sends it any more', () => {
    const knownTexts = [one('Menu', 20, 8), one('Help', 12, 6), one('Same', 10, 5), one('Old', 30, 9)];
    const foundTexts = [one('Menu', 25, 9), one('Help', 1, 1), one('Same', 10, 5), one('New', 10, 5), one(' ', 99, 9)];
    expect(decideFound(knownTexts, foundTexts)).toEqual({
      added: [one('New', 10, 5)],
      counted: [one('Menu', 25, 9), one('Help', 1, 1), one('Old', 0, 0)],
    });
  });

  it('stops at a list that nobody would read', () => {
    const texts = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => one(`t${from + index}`, 10, 5));
    const knownTexts = texts(0, maxTexts - 2);
    const { added } = decideFound(knownTexts, texts(0, maxTexts + 5));
    expect(added.map(({ text }) => text)).toEqual([`t${maxTexts - 2}`, `t${maxTexts - 1}`]);
    expect(decideFound(texts(0, maxTexts + 1), texts(0, maxTexts + 5)).added).toEqual([]);
  });
});
