import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareShares, newcombe, wilson } from './intervals.ts';

describe('Wilson’s interval of a share', () => {
  // Newcombe 1998 (two-sided confidence intervals for the single proportion), table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i', (count, size, expectedLow, expectedHigh) => {
    const interval = wilson(count, size);
    expect(interval.low).toBeCloseTo(expectedLow, 4);
    expect(interval.high).toBeCloseTo(expectedHigh, 4);
  });
  it('has everything in it of nobody', () => expect(wilson(0, 0)).toEqual({ low: 0, high: 1 }));
});

describe('Newcombe’s interval of a difference', () => {
  // Newcombe 1998 (interval estimation for the difference between independent proportions), table II, method 10.
  it.each([
    [56, 70, 48, 80, 0.0524, 0.3339],
    [9, 10, 3, 10, 0.1705, 0.809],
    [10, 10, 0, 20, 0.6791, 1],
  ])('%i of %i and %i of %i', (count, size, otherCount, otherSize, expectedLow, expectedHigh) => {
    const interval = newcombe({ count, size }, { count: otherCount, size: otherSize });
    expect(interval.low).toBeCloseTo(expectedLow, 4);
    expect(interval.high).toBeCloseTo(expectedHigh, 4);
  });
  it('says nothing of groups below a hundred', () => {
    expect(compareShares({ size: 5_000, count: 900 }, { size: 99, count: 0 })).toMatchObject({ low: null, high: null });
  });
  it('always has the difference in it, and stays within what is possible', () => {
    const group = fc
      .integer({ min: 100, max: 5_000 })
      .chain((size) => fc.record({ size: fc.constant(size), count: fc.integer({ min: 0, max: size }) }));
    fc.assert(
      fc.property(group, group, (recipients, control) => {
        const { difference, low, high } = compareShares(recipients, control);
        if (low === null || high === null) throw new Error('both groups are large enough');
        expect(low).toBeLessThanOrEqual(difference);
        expect(high).toBeGreaterThanOrEqual(difference);
        expect(low).toBeGreaterThanOrEqual(-1 - 1e-9);
        expect(high).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });
});
