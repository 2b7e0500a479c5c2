import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { currencyDecimals, decimalAmount, toSmallestUnit } from './money.ts';

test.each([
  [12.5, 'EUR', 1250],
  [1.005, 'EUR', 101],
  [0.29, 'USD', 29],
  [19.99, 'RUB', 1999],
  [0, 'RUB', 0],
  [-0, 'RUB', 0],
  [-12.5, 'EUR', -1250],
  [-0.001, 'EUR', 0],
  [250, 'XTR', 250],
  [250.4, 'XTR', 250],
  [1500, 'JPY', 1500],
  [1.234, 'KWD', 1234],
  [3, 'ZZZ', 300],
  [1e-7, 'EUR', 0],
  [9_999_999_999.99, 'EUR', 999_999_999_999],
])('%d %s is %i of its smallest unit', (value, currency, amount) => {
  expect(toSmallestUnit(value, currency)).toBe(amount);
});

test.each([
  [1250, 'EUR', '12.50'],
  [5, 'EUR', '0.05'],
  [-5, 'EUR', '-0.05'],
  [0, 'EUR', '0.00'],
  [3, 'XTR', '3'],
  [1234, 'KWD', '1.234'],
])('%i of the smallest unit of %s reads %s', (amount, currency, text) => {
  expect(decimalAmount(amount, currency)).toBe(text);
});

describe('the two ways', () => {
  it('are each other’s opposite', () => {
    const currency = fc.constantFrom('EUR', 'XTR', 'JPY', 'KWD', 'CLF', 'ZZZ');
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), currency, (amount, code) => {
        expect(toSmallestUnit(Number(decimalAmount(amount, code)), code)).toBe(amount);
        expect(decimalAmount(amount, code)).toMatch(currencyDecimals(code) === 0 ? /^-?\d+$/ : /^-?\d+\.\d+$/);
      }),
    );
  });
});
