import { expect, test } from 'vitest';
import { createClock, toMilliseconds } from './clock.ts';

test('durations read as written', () => {
  expect(['500ms', '30s', '20m', '2h', '1d', '1.5h'].map((text) => toMilliseconds(text as '1d'))).toEqual([
    500, 30_000, 1_200_000, 7_200_000, 86_400_000, 5_400_000,
  ]);
});

test('timers run in order of their time, each seeing its own moment, also those set by a timer', () => {
  const clock = createClock('2026-03-02T09:00:00Z');
  const log: string[] = [];
  const note = (name: string) => () => void log.push(`${name} ${clock.now().toISOString().slice(11, 19)}`);
  clock.after(5_000, note('late'));
  const cancel = clock.after(1_000, note('cancelled'));
  clock.after(2_000, () => {
    note('early')();
    clock.after(1_000, note('nested'));
  });
  clock.after(60_000, note('not yet'));
  cancel();
  clock.advance('10s');
  expect(log).toEqual(['early 09:00:02', 'nested 09:00:03', 'late 09:00:05']);
  expect(clock.now().toISOString()).toBe('2026-03-02T09:00:10.000Z');
  expect(clock.waiting).toBe(1);
  clock.set('2026-03-01T00:00:00Z');
  expect(clock.now().toISOString()).toBe('2026-03-01T00:00:00.000Z');
});
