import { describe, expect, it } from 'vitest';
import { decimalText, eventText, eventTitle, moneyOf, starsValue } from './event-text.ts';
import { testItem } from './test-provider.ts';

describe('event text', () => {
  it.each([
    [1999, 2, '19.99'],
    [5, 2, '0.05'],
    [-5, 2, '-0.05'],
    [150, 0, '150'],
    [1, 3, '0.001'],
    [9_007_199_254_740_991, 2, '90071992547409.91'],
  ])('writes %i with %i decimals exactly', (amount, decimals, text) => {
    expect(decimalText(amount, decimals)).toBe(text);
  });

  it('knows no amount where a conversion has none', () => {
    expect(moneyOf(testItem('conversion.reached').event)).toBeNull();
    expect(eventTitle(testItem('conversion.reached').event, 'Trial')).toBe('Trial: Anna (@anna)');
  });

  it('converts Stars at their price only', () => {
    expect(starsValue({ value: '3', currency: 'XTR' }, 1.55)).toBe('4.65');
    expect(starsValue({ value: '3', currency: 'XTR' }, 0)).toBeNull();
  });

  it('says what happened, one fact a line, and ends with the ID', () => {
    const { event } = testItem('user.started');
    expect(eventText(event, 'Bot started').split('\n')).toEqual([
      'Bot started',
      'time: 2026-11-20T11:00:00.000Z',
      'bot: shop_bot',
      'source: google',
      'payload: source-google_medium-cpc',
      'params: {"source":"google","medium":"cpc"}',
      'is_first: true',
      event.id,
    ]);
  });
});
