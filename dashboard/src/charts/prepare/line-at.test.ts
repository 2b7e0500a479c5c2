import { expect, it } from 'vitest';
import { lineAt } from './line-at.ts';
import { prepareLines } from './lines.ts';
import { createReport } from './report.fixture.ts';

const lines = prepareLines(
  createReport({
    lines: [
      { name: 'text', values: [10, 4, null], total: 14 },
      { name: 'button', values: [20, 4, null], total: 24 },
    ],
  }),
);

it.each([
  [false, 0, 12, 'text'],
  [false, 0, 18, 'button'],
  [false, 0, 99, 'button'],
  [false, 2, 5, undefined],
  [true, 0, 9, 'text'],
  [true, 0, 29, 'button'],
  [true, 0, 31, undefined],
  [true, 1, 5, 'button'],
])('stacked %s: bucket %i at height %i is %s', (stacked, index, value, name) => {
  expect(lineAt({ lines, stacked }, index, value)?.name).toBe(name);
});
