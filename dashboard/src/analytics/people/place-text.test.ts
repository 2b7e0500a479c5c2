import { othersName } from '@botscope/contract';
import { expect, it } from 'vitest';
import { readPlace, writePlace } from './place-text.ts';

it.each([
  [{}, 'all'],
  [{ bucket: 0 }, 'bucket:0'],
  [{ bucket: 12, line: 'new' }, 'bucket:12;line:new'],
  [{ line: '', column: 'visitors' }, 'line:;column:visitors'],
  [{ line: 'a;b:c,%' }, 'line:a%3Bb%3Ac%2C%25'],
  [{ line: othersName }, 'line:%0Aothers'],
] as const)('%j reads "%s" in the address, and back', (place, text) => {
  expect(writePlace(place)).toBe(text);
  expect(readPlace(text)).toEqual(place);
});

it.each(['', 'bucket:x', 'bucket:-1', 'row:3', 'line:%', 'line'])('"%s" is no place', (text) => {
  expect(readPlace(text)).toBeNull();
});
