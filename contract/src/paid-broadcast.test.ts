import { expect, it } from 'vitest';
import { tenthsFor, tenthsOfMinute } from './paid-broadcast.ts';

const pace = { is_paid: true, speed: 300, interval_cap: 300, spread_hours: null };

it.each([
  [0, {}, 0],
  [1_000, {}, 900],
  [1_000, { speed: 30 }, 0],
  [1_000, { interval_cap: 60 }, 500],
  [1_000, { is_paid: false }, 0],
  [7, {}, 7],
])('%i messages %o cost %i tenths of a Star', (count, part, tenths) => {
  expect(tenthsFor(count, { ...pace, ...part })).toBe(tenths);
});

it('a minute costs what is sent in it', () => {
  expect(tenthsOfMinute(1_000_000, pace)).toBe(16_200);
  expect(tenthsOfMinute(1_000, pace)).toBe(900);
});
