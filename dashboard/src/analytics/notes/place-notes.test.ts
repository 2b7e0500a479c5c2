import { expect, it } from 'vitest';
import { placeNotes } from './place-notes.ts';

const note = (day: string) => ({ id: Number(day.replaceAll('-', '')), day, text: day, author: '' });
const placed = (days: string[], buckets: string[], period: { from: string; to: string }) =>
  placeNotes(days.map(note), buckets, period).map(({ at, notes }) => [at, notes.map(({ text }) => text)]);

it('a note stands at its day, and notes of other times are left out', () => {
  const buckets = ['2026-11-01T00:00:00+01:00', '2026-11-02T00:00:00+01:00', '2026-11-03T00:00:00+01:00'];
  expect(
    placed(['2026-11-03', '2026-10-31', '2026-11-01', '2026-11-03', '2026-11-04'], buckets, {
      from: '2026-11-01',
      to: '2026-11-03',
    }),
  ).toEqual([
    [0, ['2026-11-01']],
    [2, ['2026-11-03', '2026-11-03']],
  ]);
});

it('a week holds the notes of its days, also a first week that is cut', () => {
  const buckets = ['2026-10-26T00:00:00+01:00', '2026-11-02T00:00:00+01:00'];
  expect(placed(['2026-10-28', '2026-11-01', '2026-11-08'], buckets, { from: '2026-10-28', to: '2026-11-08' })).toEqual(
    [
      [0, ['2026-10-28', '2026-11-01']],
      [1, ['2026-11-08']],
    ],
  );
});

it('a note stands at the first hour of its day in an hourly chart', () => {
  const buckets = ['2026-11-01T22:00:00+01:00', '2026-11-01T23:00:00+01:00', '2026-11-02T00:00:00+01:00'];
  expect(placed(['2026-11-02'], buckets, { from: '2026-11-01', to: '2026-11-02' })).toEqual([[2, ['2026-11-02']]]);
  expect(placed(['2026-11-02'], [], { from: '2026-11-01', to: '2026-11-02' })).toEqual([]);
});
