import { expect, test } from 'vitest';
import { formatLocalTime, minuteOfDay, parseLocalTime } from './zoned-time.ts';

test.each([
  ['2026-11-24T12:00', 'UTC', '2026-11-24T12:00:00.000Z'],
  ['2026-11-24T12:00', 'Europe/Moscow', '2026-11-24T09:00:00.000Z'],
  ['2026-11-24T00:30', 'Asia/Kolkata', '2026-11-23T19:00:00.000Z'],
  ['2026-06-24T12:00', 'Europe/Berlin', '2026-06-24T10:00:00.000Z'],
])('%s in %s is %s, and the other way round', (localTime, zone, moment) => {
  expect(parseLocalTime(localTime, zone)).toBe(moment);
  expect(formatLocalTime(moment, zone)).toBe(localTime);
});

test('an hour that clocks show twice is the first of them, one that they skip the one after it', () => {
  expect(parseLocalTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  expect(parseLocalTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
});

test('a text that is no time is parsed as null', () => {
  expect(parseLocalTime('', 'UTC')).toBe(null);
  expect(parseLocalTime('tomorrow', 'UTC')).toBe(null);
});

test('minutes of the day are those of the zone', () => {
  expect(minuteOfDay(Date.parse('2026-11-24T22:15:00Z'), 'Europe/Moscow')).toBe(75);
});
