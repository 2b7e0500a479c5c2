import { describe, expect, it } from 'vitest';
import { asUnit, columnFormat, formatAxis, formatValue, isCount } from './units.ts';

// Intl writes no-break spaces: tests read better without.
const normalizeSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('values', () => {
  it.each([
    [1234, 'users', 'en', '1,234'],
    [1234567, 'actions', 'ru', '1 234 567'],
    [0, 'sessions', 'en', '0'],
    [3.456, 'per_session', 'en', '3.46'],
    [3.456, 'per_session', 'ru', '3,46'],
    [12.34, 'percent', 'en', '12.3%'],
    [100, 'percent', 'ru', '100 %'],
    [0, 'seconds', 'en', '0s'],
    [4.26, 'seconds', 'en', '4.3s'],
    [80, 'seconds', 'en', '1m 20s'],
    [80, 'seconds', 'ru', '1 мин 20 с'],
    [3_599.7, 'seconds', 'en', '1h'],
    [3_725, 'seconds', 'en', '1h 2m'],
    [86_400 + 3_601, 'seconds', 'en', '1d 1h'],
    [null, 'users', 'en', '—'],
    [undefined, 'seconds', 'en', '—'],
  ] as const)('%s %s in %s is "%s"', (value, unit, locale, text) => {
    expect(normalizeSpaces(formatValue(value, unit, locale))).toBe(text);
  });

  it.each([
    [9_000, 'users', 'en', '9,000'],
    [12_500, 'users', 'en', '12.5K'],
    [12_500, 'users', 'ru', '12,5 тыс.'],
    [25, 'percent', 'en', '25%'],
    [300, 'seconds', 'en', '5m'],
  ] as const)('axis: %s %s in %s is "%s"', (value, unit, locale, text) => {
    expect(formatAxis([value], unit, locale).map(normalizeSpaces)).toEqual([text]);
  });

  it.each([
    [1250, 'EUR', 'en', '€12.50'],
    [-300, 'XTR', 'en', '-300 ★'],
    [125_000, 'RUB', 'ru', '1 250 ₽'],
    [null, 'EUR', 'en', '—'],
  ] as const)('%s of %s in %s is "%s"', (value, currency, locale, text) => {
    expect(normalizeSpaces(formatValue(value, 'money', locale, currency))).toBe(text);
  });

  it('money beside an axis is short, in whole units', () => {
    expect(formatAxis([1_250_000], 'money', 'en', 'EUR')).toEqual(['12.5K']);
    expect(formatAxis([1_250], 'money', 'en', 'EUR')).toEqual(['12.5']);
  });

  it('an axis counts in thousands from its smallest label on, or not at all', () => {
    expect(formatAxis([0, 5_000, 10_000, 15_000], 'users', 'en')).toEqual(['0', '5K', '10K', '15K']);
    expect(formatAxis([0, 4_500, 9_000], 'users', 'en')).toEqual(['0', '4,500', '9,000']);
    expect(formatAxis([0, 500_000, 1_000_000], 'money', 'ru', 'RUB').map(normalizeSpaces)).toEqual([
      '0',
      '5 тыс.',
      '10 тыс.',
    ]);
  });

  it.each([
    ['shares', [58, 57.3, 0, null], 'percent', undefined, ['58.0%', '57.3%', '0%', '—']],
    ['whole shares', [100, 0, 50.04], 'percent', undefined, ['100%', '0%', '50%']],
    ['actions per session', [3, 3.4, 2.25], 'per_session', undefined, ['3.00', '3.40', '2.25']],
    ['money with cents', [190_200, 209_680, 0], 'money', 'EUR', ['€1,902.00', '€2,096.80', '€0']],
    ['whole money', [190_200, 209_600], 'money', 'EUR', ['€1,902', '€2,096']],
    ['counts', [1_200, 3], 'users', undefined, ['1,200', '3']],
  ] as const)('a column of %s has one form', (_, values, unit, currency, texts) => {
    expect(values.map(columnFormat(values, unit, 'en', currency)).map(normalizeSpaces)).toEqual(texts);
  });

  it('reads an unknown unit as a count', () => {
    expect(asUnit('seconds')).toBe('seconds');
    expect(asUnit('parsecs', 'users')).toBe('users');
    expect(isCount('launches')).toBe(true);
    expect(isCount('percent')).toBe(false);
  });
});
