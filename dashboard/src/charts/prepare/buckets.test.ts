import { describe, expect, it } from 'vitest';
import { nameBuckets, nameRange, prepareTimeTicks } from './buckets.ts';

const normalizeSpaces = (text: string) => text.replace(/[\u00a0\u2009\u202f]/g, ' ');
const day = (index: number, offset = '+00:00') =>
  `${new Date(Date.UTC(2026, 8, 1) + index * 86_400_000).toISOString().slice(0, 19)}${offset}`;

describe('names of buckets', () => {
  it('names days, and adds the year only where the period crosses one', () => {
    const days = ['2026-11-02T00:00:00+03:00'];
    expect(nameBuckets(days, 'day', { from: '2026-11-02', to: '2026-11-02' }, 'en')).toEqual({
      long: ['Mon, Nov 2'],
      plain: ['2026-11-02'],
    });
    expect(nameBuckets(days, 'day', { from: '2026-11-02', to: '2026-11-02' }, 'ru').long).toEqual(['пн, 2 нояб.']);
    expect(nameBuckets(days, 'day', { from: '2025-12-02', to: '2026-11-02' }, 'en').long).toEqual(['Mon, Nov 2, 2026']);
  });

  it('names weeks by the days that the period holds of them', () => {
    const weeks = ['2026-10-28T00:00:00+01:00', '2026-11-02T00:00:00+01:00', '2026-11-09T00:00:00+01:00'];
    const names = nameBuckets(weeks, 'week', { from: '2026-10-28', to: '2026-11-09' }, 'en');
    expect(names.long.map(normalizeSpaces)).toEqual(['Oct 28 – Nov 1', 'Nov 2 – 8', 'Nov 9']);
    expect(names.plain).toEqual(['2026-10-28', '2026-11-02', '2026-11-09']);
  });

  it('names a week that was cut to a day by that day', () => {
    const weeks = ['2026-08-23T00:00:00+03:00', '2026-08-24T00:00:00+03:00'];
    const names = nameBuckets(weeks, 'week', { from: '2026-08-23', to: '2026-08-27' }, 'en');
    expect(names.long.map(normalizeSpaces)).toEqual(['Aug 23', 'Aug 24 – 27']);
  });

  it('names months', () => {
    const months = nameBuckets(['2026-02-01T00:00:00+03:00'], 'month', { from: '2026-02-01', to: '2026-02-28' }, 'ru');
    expect(normalizeSpaces(months.long[0] ?? '')).toBe('февраль 2026 г.');
  });

  it('distinguishes the repeated hour of a change from summer time, and reads half-hour zones as they are', () => {
    const period = { from: '2026-10-25', to: '2026-10-25' };
    const hours = ['2026-10-25T01:00:00+02:00', '2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00'];
    expect(nameBuckets(hours, 'hour', period, 'en').long).toEqual([
      'Sun, Oct 25, 01:00',
      'Sun, Oct 25, 02:00 (UTC+02:00)',
      'Sun, Oct 25, 02:00 (UTC+01:00)',
    ]);
    expect(nameBuckets(['2026-10-25T14:00:00+05:30'], 'hour', period, 'en').plain).toEqual(['2026-10-25 14:00']);
  });
});

describe('hours of the week, years and periods', () => {
  it('names hours without a date', () => {
    const names = nameBuckets(['00', '23'], 'hour', { from: '2026-11-01', to: '2026-11-30' }, 'en');
    expect(names).toEqual({ long: ['00:00', '23:00'], plain: ['00:00', '23:00'] });
  });

  it('adds the year where it is asked for', () => {
    const days = nameBuckets(
      ['2025-11-02T00:00:00+03:00'],
      'day',
      { from: '2025-11-02', to: '2025-11-02' },
      'en',
      true,
    );
    expect(days.long).toEqual(['Sun, Nov 2, 2025']);
  });

  it('names a period', () => {
    expect(normalizeSpaces(nameRange({ from: '2026-10-01', to: '2026-10-30' }, 'en'))).toBe('Oct 1 – 30, 2026');
    expect(normalizeSpaces(nameRange({ from: '2026-10-01', to: '2026-10-01' }, 'en'))).toBe('Oct 1, 2026');
    const until = '2026-10-30T08:15:00+03:00';
    expect(normalizeSpaces(nameRange({ from: '2026-10-01', to: '2026-10-30', until }, 'en'))).toBe(
      'Oct 1 – 30, 2026, 08:15',
    );
    expect(normalizeSpaces(nameRange({ from: '2026-10-30', to: '2026-10-30', until }, 'en'))).toBe(
      'Oct 30, 2026, 00:00 – 08:15',
    );
  });
});

describe('ticks of the time axis', () => {
  it('labels every bucket that fits', () => {
    const ticks = prepareTimeTicks([day(0), day(1), day(2)], 'day', 600, 'en');
    expect(ticks).toEqual([
      { at: 0, label: 'Sep 1' },
      { at: 1, label: 'Sep 2' },
      { at: 2, label: 'Sep 3' },
    ]);
  });

  it('keeps to Mondays on long periods', () => {
    const quarter = Array.from({ length: 90 }, (_, index) => day(index));
    const ticks = prepareTimeTicks(quarter, 'day', 800, 'en');
    expect(ticks.length).toBeGreaterThan(3);
    for (const tick of ticks) expect(new Date(quarter[tick.at] ?? '').getUTCDay()).toBe(1);
  });

  it('never asks for more room than there is', () => {
    for (const width of [200, 360, 900]) {
      for (const count of [7, 30, 90, 365]) {
        const ticks = prepareTimeTicks(
          Array.from({ length: count }, (_, index) => day(index)),
          'day',
          width,
          'en',
        );
        expect(ticks.length * 50, `${count} days on ${width} px`).toBeLessThanOrEqual(width + 50);
      }
    }
  });

  it('writes midnight as a date and the rest as hours', () => {
    const hours = Array.from({ length: 48 }, (_, hour) => day(hour / 24));
    const ticks = prepareTimeTicks(hours, 'hour', 500, 'en');
    expect(ticks.map((tick) => tick.label)).toEqual([
      'Sep 1',
      '06:00',
      '12:00',
      '18:00',
      'Sep 2',
      '06:00',
      '12:00',
      '18:00',
    ]);
    expect(prepareTimeTicks(hours.slice(0, 24), 'hour', 400, 'en')[0]?.label).toBe('00:00');
    expect(prepareTimeTicks([], 'hour', 400, 'en')).toEqual([]);
  });
});
