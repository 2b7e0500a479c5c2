import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { asFarAs, beginEarlier, dayStart, parseDetail, parsePeriod, previousPeriod, yearEarlier } from './period.ts';

const now = Date.parse('2024-03-10T22:30:00Z');
const iso = (moment: number) => new Date(moment).toISOString();

function catchCode(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.field}`;
    throw error;
  }
  return 'fine';
}

describe('parsePeriod', () => {
  test.each([
    ['today', 'UTC', '2024-03-10', '2024-03-10', '2024-03-10T00:00:00.000Z', '2024-03-11T00:00:00.000Z'],
    // In Moscow it is already the 11th.
    ['today', 'Europe/Moscow', '2024-03-11', '2024-03-11', '2024-03-10T21:00:00.000Z', '2024-03-11T21:00:00.000Z'],
    ['7d', 'Asia/Kolkata', '2024-03-05', '2024-03-11', '2024-03-04T18:30:00.000Z', '2024-03-11T18:30:00.000Z'],
    ['30d', 'UTC', '2024-02-10', '2024-03-10', '2024-02-10T00:00:00.000Z', '2024-03-11T00:00:00.000Z'],
    ['90d', 'UTC', '2023-12-12', '2024-03-10', '2023-12-12T00:00:00.000Z', '2024-03-11T00:00:00.000Z'],
    [
      '2024-02-29..2024-02-29',
      'UTC',
      '2024-02-29',
      '2024-02-29',
      '2024-02-29T00:00:00.000Z',
      '2024-03-01T00:00:00.000Z',
    ],
    // Clock changes: 23 hours in Berlin, 25 in New York, and a midnight that does not exist in Cairo and Beirut.
    [
      '2024-03-31..2024-03-31',
      'Europe/Berlin',
      '2024-03-31',
      '2024-03-31',
      '2024-03-30T23:00:00.000Z',
      '2024-03-31T22:00:00.000Z',
    ],
    [
      '2024-11-03..2024-11-03',
      'America/New_York',
      '2024-11-03',
      '2024-11-03',
      '2024-11-03T04:00:00.000Z',
      '2024-11-04T05:00:00.000Z',
    ],
    [
      '2024-04-26..2024-04-26',
      'Africa/Cairo',
      '2024-04-26',
      '2024-04-26',
      '2024-04-25T22:00:00.000Z',
      '2024-04-26T21:00:00.000Z',
    ],
    [
      '2024-03-31..2024-03-31',
      'Asia/Beirut',
      '2024-03-31',
      '2024-03-31',
      '2024-03-30T22:00:00.000Z',
      '2024-03-31T21:00:00.000Z',
    ],
    [
      '2024-10-26..2024-10-26',
      'Asia/Beirut',
      '2024-10-26',
      '2024-10-26',
      '2024-10-25T21:00:00.000Z',
      '2024-10-26T22:00:00.000Z',
    ],
  ])('%s in %s', (text, zone, from, to, start, end) => {
    const period = parsePeriod(text, zone, now);
    expect([period.from, period.to, iso(period.start), iso(period.end)]).toEqual([from, to, start, end]);
  });

  test.each([
    ['', 'InvalidPeriod period'],
    ['last_week', 'InvalidPeriod period'],
    ['constructor', 'InvalidPeriod period'],
    ['2024-03-01', 'InvalidPeriod period'],
    ['2024-03-02..2024-03-01', 'InvalidPeriod period'],
    ['2024-02-30..2024-03-01', 'InvalidPeriod period'],
    ['2024-13-01..2024-13-02', 'InvalidPeriod period'],
    ['1999-12-31..2000-01-01', 'InvalidPeriod period'],
    ['2024-03-01..2100-01-01', 'InvalidPeriod period'],
    ['2000-01-01..2024-01-01', 'PeriodTooLong period'],
    ['2000-01-01..2023-12-31', 'fine'],
  ])('"%s": %s', (text, code) => {
    expect(catchCode(() => parsePeriod(text, 'UTC', now))).toBe(code);
  });

  test('a zone that does not exist', () => {
    expect(catchCode(() => parsePeriod('today', 'Mars/Olympus', now))).toBe('InvalidField time_zone');
  });
});

test.each([
  ['today', '2024-03-09', '2024-03-09', '2023-03-10', '2023-03-10'],
  ['7d', '2024-02-26', '2024-03-03', '2023-03-04', '2023-03-10'],
  ['2024-02-29..2024-03-01', '2024-02-27', '2024-02-28', '2023-02-28', '2023-03-01'],
])('%s is compared with the days before it and those of a year earlier', (text, from, to, fromYear, toYear) => {
  const period = parsePeriod(text, 'UTC', now);
  expect(previousPeriod(period)).toMatchObject({ from, to, days: period.days, end: period.start });
  expect(yearEarlier(period)).toMatchObject({ from: fromYear, to: toYear });
});

/*
 * Berlin put its clock forward on 31 March 2024: that day has 23 hours. An hour after midnight is an hour after midnight,
 * whatever the clock shows.
 */
test.each([
  // Now, and its period; what it is compared with goes on up to, or is whole.
  ['2024-03-10T14:37:00Z', 'today', '2024-03-09T14:30:00Z'],
  ['2024-03-10T14:30:00Z', 'today', '2024-03-09T14:30:00Z'],
  ['2024-03-10T14:29:59.999Z', '7d', '2024-03-03T14:15:00Z'],
  ['2024-03-10T00:00:00Z', 'today', '2024-03-09T00:15:00Z'],
  ['2024-03-10T23:59:59.999Z', 'today', '2024-03-09T23:45:00Z'],
  // Ten of the days are still to come.
  ['2024-03-10T12:00:00Z', '2024-03-01..2024-03-20', '2024-02-19T12:00:00Z'],
  ['2024-03-10T12:00:00Z', '2024-03-11..2024-03-20', undefined],
  ['2024-03-10T12:00:00Z', '2024-03-01..2024-03-09', undefined],
  ['2024-04-01T12:00:00Z', 'today', '2024-03-31T13:00:00Z', 'Europe/Berlin'],
  // Half past eleven in the evening of the longer day: the shorter one had come to its end.
  ['2024-04-01T21:30:00Z', 'today', undefined, 'Europe/Berlin'],
  ['2024-03-10T14:37:00Z', 'today', '2024-03-09T14:30:00Z', 'Asia/Kathmandu'],
])('at %s the comparison of %s ends at %s', (nowText, text, until, timeZone = 'UTC') => {
  const moment = Date.parse(nowText);
  const period = parsePeriod(text, timeZone, moment);
  const earlierPeriod = previousPeriod(period);
  const compared = asFarAs(earlierPeriod, period, moment);
  expect(compared.start).toBe(earlierPeriod.start);
  if (until === undefined) expect(compared).toEqual(earlierPeriod);
  else expect(compared).toMatchObject({ end: Date.parse(until), endsEarly: true });
});

test('counted back from the end, the day may lie before an earlier period without 29 February: then its first is taken', () => {
  const moment = Date.parse('2024-02-28T10:00:00Z');
  const period = parsePeriod('2024-02-28..2024-03-05', 'UTC', moment);
  expect(asFarAs(yearEarlier(period), period, moment)).toMatchObject({
    from: '2023-02-28',
    to: '2023-02-28',
    end: Date.parse('2023-02-28T10:00:00Z'),
  });
});

/* Today is 10 March 2024 in UTC, and already the 11th in Moscow. */
test.each([
  ['yesterday', '2024-03-09', '2024-03-09', '2024-03-08', '2024-03-08'],
  // As many days of the month before, not the ten days before.
  ['this_month', '2024-03-01', '2024-03-10', '2024-02-01', '2024-02-10'],
  ['last_month', '2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
  ['this_year', '2024-01-01', '2024-03-10', '2023-01-01', '2023-03-10'],
  ['all', '2023-12-30', '2024-03-10', '2023-10-19', '2023-12-29'],
])('%s is %s to %s, and %s to %s before', (text, from, to, before, beforeTo) => {
  const period = parsePeriod(text, 'UTC', now, { dataSince: '2023-12-30' });
  expect(period).toMatchObject({ from, to });
  expect(previousPeriod(period)).toMatchObject({ from: before, to: beforeTo });
});

test('names follow the day that it is in the zone; all of nothing is today', () => {
  expect(parsePeriod('yesterday', 'Europe/Moscow', now)).toMatchObject({ from: '2024-03-10', to: '2024-03-10' });
  expect(parsePeriod('all', 'UTC', now, { dataSince: null })).toMatchObject({ from: '2024-03-10', to: '2024-03-10' });
  const newYear = Date.parse('2024-01-01T12:00:00Z');
  expect(parsePeriod('last_month', 'UTC', newYear)).toMatchObject({ from: '2023-12-01', to: '2023-12-31' });
  // The last day of a month that is longer than the one before.
  const end = Date.parse('2024-03-31T12:00:00Z');
  const before = previousPeriod(parsePeriod('this_month', 'UTC', end));
  expect(before).toMatchObject({ from: '2024-02-01', to: '2024-02-29' });
});

test('beginEarlier looks back by whole days', () => {
  const period = parsePeriod('2024-04-01..2024-04-02', 'Europe/Berlin', now);
  expect(beginEarlier(period, 29)).toMatchObject({ from: '2024-03-03', to: '2024-04-02', days: 31, end: period.end });
});

test.each([
  [1, 'hour'],
  [2, 'hour'],
  [3, 'day'],
  [92, 'day'],
  [93, 'week'],
  [731, 'week'],
  [732, 'month'],
])('%i days are shown by the %s', (days, detail) => {
  expect(parseDetail(undefined, { days })).toBe(detail);
  expect(parseDetail('month', { days })).toBe('month');
});

test('an unknown detail', () => {
  expect(catchCode(() => parseDetail('minute', { days: 1 }))).toBe('InvalidDetail detail');
});

test('a midnight that comes twice: the day begins with the first', () => {
  // Havana puts the clock back from 01:00 to 00:00.
  expect(iso(dayStart('2024-11-03', 'America/Havana'))).toBe('2024-11-03T04:00:00.000Z');
});
