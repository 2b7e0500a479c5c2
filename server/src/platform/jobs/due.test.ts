import { expect, test } from 'vitest';
import { isDue, lastDue, nextDue } from './start-jobs.ts';

const timeAt = (time: string) => Date.parse(`2026-11-22T${time}Z`);

test.each([
  ['*/10 * * * *', '15:59:59', '15:50:00', '16:00:00'],
  ['17 * * * *', '15:16:59', '14:17:00', '15:17:00'],
  ['*/10 * * * *', '15:50:00', '15:50:00', '16:00:00'],
  ['5 1 * * *', '15:50:00', '01:05:00', '25:05:00'],
])('%s at %s was due at %s and is due at %s', (schedule, now, last, next) => {
  expect(new Date(lastDue({ schedule }, timeAt(now)))).toEqual(new Date(timeAt(last)));
  const [hours = 0, minutes = 0] = next.split(':').map(Number);
  expect(nextDue({ schedule }, timeAt(now))).toBe(timeAt('00:00:00') + (hours * 60 + minutes) * 60_000);
});

/* A job that was due at 15:50, at 15:59. */
test.each([
  ['15:40:00', true],
  ['15:49:59', true],
  ['15:50:00', false],
  ['15:59:30', false],
  ['16:00:00', false],
  ['16:00:01', true],
  ['23:00:00', true],
])('a job that is done until %s is due: %s', (doneUntil, expected) => {
  expect(isDue(timeAt('15:50:00'), timeAt(doneUntil), timeAt('15:59:00'))).toBe(expected);
});
