import { describe, expect, it } from 'vitest';
import { asPreset, countDays, daysFrom, detailFor, parseRange, rateDetails, usualPeriod } from './period.ts';

describe('periods', () => {
  it.each([
    ['today', 1],
    ['90d', 90],
    ['2026-02-27..2026-03-02', 4],
    ['2026-03-29..2026-03-29', 1],
    ['2026-02-30..2026-03-02', 0],
    ['2026-03-02..2026-03-01', 0],
    ['yesterday', 1],
    ['this_month', 1],
    ['last_month', 28],
    ['this_year', 60],
    // Only the server knows how long all time is.
    ['all', 0],
    ['ever', 0],
    ['', 0],
  ])('%s has %i days', (period, days) => {
    expect(countDays(period, '2026-03-01')).toBe(days);
  });

  it.each([
    ['today', { from: '2026-03-01', to: '2026-03-01' }],
    ['7d', { from: '2026-02-23', to: '2026-03-01' }],
    ['2026-01-01..2026-01-02', { from: '2026-01-01', to: '2026-01-02' }],
    ['yesterday', { from: '2026-02-28', to: '2026-02-28' }],
    ['all', { from: '2025-12-24', to: '2026-03-01' }],
    ['ever', null],
  ])('on 1 March %s stands for its days', (period, days) => {
    expect(daysFrom(period, '2026-03-01', '2025-12-24')).toEqual(days);
  });

  it('reads presets and ranges', () => {
    expect(asPreset('7d')).toBe('7d');
    expect(asPreset('8d')).toBeNull();
    expect(parseRange('2026-01-01..2026-01-31')).toEqual({ from: '2026-01-01', to: '2026-01-31' });
    expect(parseRange('30d')).toBeNull();
  });

  it.each([
    ['today', { hour: 'fits', day: 'tooFew', week: 'tooFew', month: 'tooFew' }],
    ['7d', { hour: 'fits', day: 'fits', week: 'tooFew', month: 'tooFew' }],
    ['30d', { hour: 'fits', day: 'fits', week: 'fits', month: 'fits' }],
    ['90d', { hour: 'tooMany', day: 'fits', week: 'fits', month: 'fits' }],
    ['all', { hour: 'fits', day: 'fits', week: 'fits', month: 'fits' }],
    ['2024-01-01..2026-01-01', { hour: 'tooMany', day: 'tooMany', week: 'fits', month: 'fits' }],
  ])('only sensible details for %s', (period, fitness) => {
    expect(rateDetails(period)).toEqual(fitness);
  });

  it.each([
    ['today', null, 'hour'],
    ['today', 'month', 'hour'],
    ['30d', null, 'day'],
    ['30d', 'week', 'week'],
    ['90d', 'hour', 'day'],
    ['2024-01-01..2026-01-01', 'day', 'week'],
    ['2018-01-01..2026-01-01', null, 'month'],
  ] as const)('%s with %s asked is shown by %s', (period, requestedDetail, detail) => {
    expect(detailFor(period, requestedDetail)).toBe(detail);
  });

  it('is long enough for its detail where the address names none', () => {
    for (const detail of ['hour', 'day', 'week', 'month'] as const) {
      expect(rateDetails(usualPeriod(detail))[detail]).toBe('fits');
    }
  });
});
