import { details } from '@botscope/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { cutIntoBuckets, incompleteBucket } from './buckets.ts';
import { parsePeriod } from './period.ts';
import { odds } from './test-zones.ts';

const cut = (period: string, zone: string, detail: (typeof details)[number]) =>
  cutIntoBuckets(parsePeriod(period, zone, 0), detail);

test('weeks begin on Monday and months on the first; the period cuts off the rest', () => {
  expect(cut('2024-02-28..2024-03-11', 'Europe/Berlin', 'week').labels).toEqual([
    '2024-02-28T00:00:00+01:00',
    '2024-03-04T00:00:00+01:00',
    '2024-03-11T00:00:00+01:00',
  ]);
  expect(cut('2024-02-28..2024-04-01', 'Europe/Berlin', 'month').labels).toEqual([
    '2024-02-28T00:00:00+01:00',
    '2024-03-01T00:00:00+01:00',
    '2024-04-01T00:00:00+02:00',
  ]);
});

test('hours on a day without midnight, in a half-hour zone, and at a clock change of half an hour', () => {
  expect(cut('2024-04-26..2024-04-26', 'Africa/Cairo', 'hour').labels.slice(0, 2)).toEqual([
    '2024-04-26T01:00:00+03:00',
    '2024-04-26T02:00:00+03:00',
  ]);
  expect(cut('2024-04-26..2024-04-26', 'Asia/Kathmandu', 'hour').labels.slice(0, 2)).toEqual([
    '2024-04-26T00:00:00+05:45',
    '2024-04-26T01:00:00+05:45',
  ]);
  // Lord Howe, 7 April 2024, 02:00+11 becomes 01:30+10:30.
  expect(cut('2024-04-07..2024-04-07', 'Australia/Lord_Howe', 'hour').labels.slice(0, 4)).toEqual([
    '2024-04-07T00:00:00+11:00',
    '2024-04-07T01:00:00+11:00',
    '2024-04-07T02:00:00+10:30',
    '2024-04-07T03:00:00+10:30',
  ]);
});

test('a day that its zone left out has no bucket', () => {
  expect(cut('2011-12-29..2011-12-31', 'Pacific/Apia', 'day').labels).toEqual([
    '2011-12-29T00:00:00-10:00',
    '2011-12-31T00:00:00+14:00',
  ]);
});

test('a period that needs more than 9,000 buckets is rejected', () => {
  const code = (detail: 'hour' | 'day', period: string) => {
    try {
      return cut(period, 'UTC', detail).starts.length;
    } catch (error) {
      return error instanceof AppError && error.code;
    }
  };
  expect(code('hour', '2023-01-01..2024-01-10')).toBe(9_000);
  expect(code('hour', '2023-01-01..2024-01-11')).toBe('PeriodTooLong');
  expect(code('hour', '2000-01-01..2023-12-31')).toBe('PeriodTooLong');
  expect(code('day', '2000-01-01..2023-12-31')).toBe(8_766);
});

test('the bucket of the present moment', () => {
  const buckets = cut('2024-03-10..2024-03-11', 'UTC', 'day');
  const bucketAt = (moment: string) => incompleteBucket(buckets, Date.parse(moment));
  expect(bucketAt('2024-03-09T23:59:59.999Z')).toBeNull();
  expect(bucketAt('2024-03-10T00:00:00Z')).toBe(0);
  expect(bucketAt('2024-03-10T23:59:59.999Z')).toBe(0);
  expect(bucketAt('2024-03-11T00:00:00Z')).toBe(1);
  expect(bucketAt('2024-03-12T00:00:00Z')).toBeNull();
});

describe('buckets compared with Intl, in odd zones, around clock changes', () => {
  // Making a format takes a hundred times as long as using it.
  const formats = new Map<string, Intl.DateTimeFormat>();
  const createFormat = (timeZone: string) =>
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  const toLocalTime = (moment: number, timeZone: string) => {
    const format = formats.get(timeZone) ?? createFormat(timeZone);
    formats.set(timeZone, format);
    const parts = format.formatToParts(moment);
    const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
    return {
      date: `${part('year')}-${part('month')}-${part('day')}`,
      time: `${part('hour')}:${part('minute')}:${part('second')}`,
      weekday: part('weekday'),
    };
  };

  test.each(details)('buckets by the %s tile the period, and each begins as it should', (detail) => {
    fc.assert(
      fc.property(
        odds.zone,
        odds.day,
        fc.integer({ min: 0, max: detail === 'hour' ? 9 : 99 }),
        (zone, from, length) => {
          const to = new Date(Date.parse(from) + length * 86_400_000).toISOString().slice(0, 10);
          const period = parsePeriod(`${from}..${to}`, zone, 0);
          const buckets = cutIntoBuckets(period, detail);

          expect(buckets.starts[0]).toBe(period.start);
          expect(buckets.end).toBe(period.end);
          expect(toLocalTime(period.start, zone).date).toBe(from);
          expect(toLocalTime(period.start - 1, zone).date < from).toBe(true);
          expect(toLocalTime(period.end - 1, zone).date).toBe(to);
          expect(toLocalTime(period.end, zone).date > to).toBe(true);

          buckets.starts.forEach((start, index) => {
            const before = toLocalTime(start - 1, zone);
            const first = toLocalTime(start, zone);
            const next = buckets.starts[index + 1] ?? buckets.end;
            expect(next).toBeGreaterThan(start);
            expect(buckets.labels[index]).toBe(`${first.date}T${first.time}${buckets.labels[index]?.slice(19)}`);
            expect(Date.parse(buckets.labels[index] ?? '')).toBe(start);
            if (detail === 'hour') expect(first.time.slice(3)).toBe('00:00');
            else expect(before.date < first.date).toBe(true);
            if (index > 0 && detail === 'week') expect(first.weekday).toBe('Mon');
            if (index > 0 && detail === 'month') expect(first.date.slice(8)).toBe('01');
            // No border is missing: no further one of the kind lies inside.
            const hours = (next - start) / 3_600_000;
            const longest = { hour: 1.5, day: 25, week: 7 * 24 + 1, month: 31 * 24 + 1 }[detail];
            expect(hours).toBeLessThanOrEqual(longest);
          });
        },
      ),
      { numRuns: 60 },
    );
  });
});
