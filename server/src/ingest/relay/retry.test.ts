import { describe, expect, it } from 'vitest';
import { pauseAfter, readRetryAfter } from './retry.ts';

describe('the pause before a retry', () => {
  it.each([
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 2_000],
    [3, 0, 4_000],
    [6, 0, 32_000],
    [7, 0, 64_000],
    [8, 0, 90_000],
    [1_000, 0, 90_000],
    [1, 7_000, 7_000],
    [8, 7_000, 90_000],
    [2, 600_000, 600_000],
    [2, 7_200_000, 3_600_000],
  ])('that follows %i failures and a Retry-After of %i ms is %i ms', (failures, retryAfter, pause) => {
    expect(pauseAfter(failures, retryAfter, () => 0.5)).toBe(pause);
  });

  it('is at most a random minute or two', () => {
    expect(pauseAfter(20, 0, () => 0)).toBe(60_000);
    expect(pauseAfter(20, 0, () => 0.999999)).toBeLessThan(120_000);
  });
});

describe('a Retry-After header', () => {
  const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');
  it.each([
    [undefined, 0],
    ['', 0],
    ['120', 120_000],
    [' 3 ', 3_000],
    [['5', '9'], 5_000],
    ['-5', 0],
    ['Wed, 21 Oct 2026 07:28:30 GMT', 30_000],
    ['Wed, 21 Oct 2026 07:27:00 GMT', 0],
    ['soon', 0],
  ])('%o asks for %i ms', (header, ms) => {
    expect(readRetryAfter(header, now)).toBe(ms);
  });
});
