import { othersName } from '@botscope/contract';
import { expect, it } from 'vitest';
import { formatCellRef, parseCellRef } from './cell-ref.ts';

it.each([
  [{}, 'all'],
  [{ bucket: 0 }, 'bucket:0'],
  [{ bucket: 12, line: 'new' }, 'bucket:12;line:new'],
  [{ line: '', column: 'visitors' }, 'line:;column:visitors'],
  [{ line: 'a;b:c,%' }, 'line:a%3Bb%3Ac%2C%25'],
  [{ line: othersName }, 'line:%0Aothers'],
] as const)('%j reads "%s" in the address, and back', (cellRef, text) => {
  expect(formatCellRef(cellRef)).toBe(text);
  expect(parseCellRef(text)).toEqual(cellRef);
});

it.each(['', 'bucket:x', 'bucket:-1', 'row:3', 'line:%', 'line'])('"%s" is no cellRef', (text) => {
  expect(parseCellRef(text)).toBeNull();
});
