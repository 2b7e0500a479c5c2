import { describe, expect, test } from 'vitest';
import { orderValue, unvaluedStars } from './order-value.ts';
import { testItem } from './test-provider.ts';

const none = { star_value: 0, star_currency: 'USD' };
const pay = (amount: number | null, currency: string, decimals: number) =>
  testItem('payment.succeeded', { data: { amount, currency, decimals, charge_id: '1', invoice_payload: '' } });

describe('orderValue', () => {
  test.each([
    [1999, 'EUR', 2, '19.99'],
    [2000, 'EUR', 2, '20'],
    [5, 'USD', 2, '0.05'],
    [500, 'JPY', 0, '500'],
    [1_234, 'KWD', 3, '1.234'],
    [0, 'EUR', 2, '0'],
    [-1_050, 'EUR', 2, '-10.5'],
    [9_007_199_254_740_991, 'EUR', 2, '90071992547409.91'],
  ])('%i of the smallest unit of %s with %i decimals are %s', (amount, currency, decimals, value) => {
    expect(orderValue(pay(amount, currency, decimals), none)).toEqual({ value, currency });
  });

  test.each([
    [100, 0.013, '1.3'],
    [3, 0.1, '0.3'],
    [7, 0.0001, '0.0007'],
    [250, 2, '500'],
    [1, 1.05, '1.05'],
  ])('%i Stars of %d are %s', (amount, star_value, value) => {
    const settings = { star_value, star_currency: 'EUR' };
    expect(orderValue(pay(amount, 'XTR', 0), settings)).toEqual({ value, currency: 'EUR' });
    expect(unvaluedStars(pay(amount, 'XTR', 0), settings)).toBeNull();
  });

  test('Stars without a value are counted, but worth nothing', () => {
    expect(orderValue(pay(100, 'XTR', 0), none)).toBeNull();
    expect(unvaluedStars(pay(100, 'XTR', 0), none)).toBe(100);
    expect(unvaluedStars(pay(100, 'EUR', 2), none)).toBeNull();
  });

  test('events without an amount have no value', () => {
    expect(orderValue(testItem('conversion.reached'), none)).toBeNull();
    expect(orderValue(testItem('user.started'), none)).toBeNull();
    expect(orderValue(pay(10, 'coins', 0), none)).toBeNull();
    expect(orderValue(pay(10.5, 'EUR', 2), none)).toBeNull();
  });
});
