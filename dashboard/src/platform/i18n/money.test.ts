import { expect, test } from 'vitest';
import { formatMoney } from './money.ts';

/** Intl joins with several kinds of spaces; the tests are about the words. */
const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ');

test.each([
  [1_250, 'EUR', 'en', '€12.50'],
  [120_000, 'USD', 'en', '$1,200'],
  [99_900, 'RUB', 'ru', '999 ₽'],
  [99_950, 'RUB', 'ru', '999,50 ₽'],
  [500, 'JPY', 'en', '¥500'],
  [12_345, 'HUF', 'en', 'Ft 123.45'],
  [1_300, 'XTR', 'en', '1,300 ★'],
  [-2_500, 'USD', 'en', '-$25'],
  [1_000, '', 'en', '10'],
])('%i of %s in %s', (amount, currency, locale, text) => {
  expect(normalizeSpaces(formatMoney(amount, currency, locale))).toBe(text);
});
