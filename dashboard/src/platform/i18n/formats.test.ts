import { expect, test } from 'vitest';
import { createFormats } from './formats.ts';

const en = createFormats('en', 'UTC');
const ru = createFormats('ru', 'Asia/Kolkata');
/** Intl joins with several kinds of spaces; the tests are about the words. */
const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ');

test('numbers', () => {
  expect(en.number(1_234_567.891)).toBe('1,234,567.89');
  expect(normalizeSpaces(ru.number(1_234_567.891))).toBe('1 234 567,89');
  expect(en.compact(12_345)).toBe('12.3K');
  expect(en.percent(0.2561)).toBe('25.6%');
  expect([en.change(0.12), en.change(-0.5), en.change(0)]).toEqual(['+12%', '-50%', '0%']);
});

test('moments are written in the given time zone', () => {
  expect(en.moment('2026-11-20T21:05:00Z')).toBe('Nov 20, 2026, 21:05');
  expect(normalizeSpaces(ru.moment('2026-11-20T21:05:00Z'))).toBe('21 нояб. 2026 г., 02:35');
  expect(en.date('2026-11-20T23:59:00Z')).toBe('Nov 20, 2026');
});

test.each([
  [0, '0 sec'],
  [59.6, '1 min'],
  [3_725, '1 hr 2 min'],
  [3_605, '1 hr'],
  [86_400 * 3 + 7_200, '3 days 2 hr'],
])('a duration of %s s', (seconds, text) => {
  expect(en.duration(seconds)).toBe(text);
});

test('a past moment is written as the time since then', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  expect(en.ago('2026-11-20T11:55:00Z', now)).toBe('5 minutes ago');
  expect(en.ago('2026-11-18T11:00:00Z', now)).toBe('2 days ago');
  expect(en.ago(now, now)).toBe('now');
});
