import { expect, test } from 'vitest';
import { parseRange } from './send-file.ts';

test.each([
  [undefined, null],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=20-10', 'unsatisfiable'],
  // Several ranges, and other units, may be ignored: the whole file is sent.
  ['bytes=0-1,5-6', null],
  ['lines=0-1', null],
  ['bytes=-', null],
] as const)('parses the range %s of a file of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});
