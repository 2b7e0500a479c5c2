import { expect, test } from 'vitest';
import { createClockSteps, planLook } from './plan-look.ts';

const hour = 60;
const day = 24 * hour;

/* Minutes after the subject has begun to read. */
test.each([
  ['the first one', { readUntil: null, now: 0 }, { from: -day, since: 0 }],
  ['the next one', { readUntil: 3 * day, now: 3 * day + 1 }, { from: 3 * day - 5, since: 3 * day - 5 - 6 * hour }],
  ['one soon after the begin', { readUntil: hour, now: hour + 1 }, { from: hour - 5, since: 0 }],
  ['one after a week away', { readUntil: day, now: 8 * day }, { from: day - 5, since: day - 5 - 6 * hour }],
  ['a deep one', { readUntil: 9 * day, now: 9 * day, isDeep: true }, { from: 8 * day, since: 4 * day }],
  ['a deep one after a week away', { readUntil: day, now: 8 * day, isDeep: true }, { from: day - 5, since: 0 }],
  ['one after a clock was set forward', { readUntil: hour, now: hour, setForward: 10 }, { from: hour - 15, since: 0 }],
  ['one after a clock was set back', { readUntil: 9 * day, now: 3 * day }, { from: 3 * day - 5, since: 3 * day - 365 }],
])('%s begins where something may be unread, and ends a week ahead', (_, look, expected) => {
  const begin = Date.UTC(2026, 5, 1);
  const timeAt = (minutes: number) => begin + minutes * 60_000;
  const readUntil = look.readUntil === null ? null : timeAt(look.readUntil);
  const { setForward } = { setForward: 0, ...look };
  const setForwardMs = setForward * 60_000;
  const plan = planLook({ isDeep: false, ...look, readUntil, activeSince: begin, now: timeAt(look.now), setForwardMs });
  expect(plan).toEqual({
    from: timeAt(expected.from),
    since: timeAt(expected.since),
    until: timeAt(look.now + 7 * day),
  });
});

/* The clock is set back by ten minutes at 2, forward by ten at 3 and by one at 6. */
test.each([
  [0, 0],
  [2, 0],
  [3, 10],
  [5, 10],
  [6, 11],
  [7, 11],
  [8, 1],
  [10, 1],
  [11, 0],
])('%i minutes after the start, a clock was set forward by %i in the last five', (last, expected) => {
  let passed = 0;
  const shift = () => (passed >= 6 ? 1 : passed >= 2 && passed < 3 ? -10 : 0);
  const monotonic = () => passed * 60_000 + 0.3 * passed;
  const steps = createClockSteps({ monotonic, now: () => (passed + shift()) * 60_000 });
  let forwardMs = 0;
  for (passed = 0; passed <= last; passed += 0.5) forwardMs = steps.setForwardMs();
  expect(Number.isInteger(forwardMs)).toBe(true);
  expect(Math.round(forwardMs / 60_000)).toBe(expected);
});
