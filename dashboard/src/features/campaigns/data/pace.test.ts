import { expect, test } from 'vitest';
import { addSample, computePace, type PaceSample } from './pace.ts';

const samples = (...counts: number[]): readonly PaceSample[] =>
  counts.reduce<readonly PaceSample[]>(
    (before, count, second) => addSample(before, { at: second * 1_000, done: count }),
    [],
  );

test.each<[string, readonly PaceSample[], number | null]>([
  ['nothing was seen', samples(), null],
  ['one look says nothing', samples(5), null],
  ['nothing was sent meanwhile', samples(5, 5, 5), null],
  ['ten a second', samples(0, 10, 20, 30), 10],
  ['a slow second counts as the others', samples(0, 10, 10, 20, 30), 7.5],
])('%s', (_, paceSamples, expected) => {
  expect(computePace(paceSamples)).toBe(expected);
});

test('the pace is that of the last half minute', () => {
  const slowThenFast = samples(
    ...Array.from({ length: 61 }, (_, second) => (second <= 30 ? second : 30 + (second - 30) * 10)),
  );
  expect(computePace(slowThenFast)).toBe(10);
});
