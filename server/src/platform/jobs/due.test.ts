import { expect, test } from 'vitest';
import { lastDue, missedJobs } from './due.ts';

const timeAt = (time: string) => Date.parse(`2026-11-22T${time}Z`);

test.each([
  ['*/10 * * * *', '15:59:59', '15:50:00'],
  ['17 * * * *', '15:16:59', '14:17:00'],
  ['5 1 * * *', '15:50:00', '01:05:00'],
])('%s at %s was due at %s', (schedule, now, dueTime) => {
  expect(new Date(lastDue({ schedule }, timeAt(now))).toISOString()).toBe(new Date(timeAt(dueTime)).toISOString());
});

test.each([
  ['ran in time', '15:50:20', '15:59:00', false],
  ['the queue may still be about to send it', '15:40:20', '15:51:59', false],
  ['slipped', '15:40:20', '15:52:00', true],
  ['caught up', '15:52:00', '15:53:00', false],
  ['slipped by several times: one run makes up for all', '14:20:00', '15:59:00', true],
])('%s', (_, sentTime, now, isMissed) => {
  const list = [{ name: 'roll-up', schedule: '*/10 * * * *' }];
  expect(missedJobs(list, new Map([['roll-up', timeAt(sentTime)]]), timeAt(now))).toEqual(
    isMissed ? [{ name: 'roll-up', due: timeAt('15:50:00') }] : [],
  );
});

test('a job that never ran waits for its time', () => {
  expect(missedJobs([{ name: 'roll-up', schedule: '*/10 * * * *' }], new Map(), timeAt('15:59:00'))).toEqual([]);
});
