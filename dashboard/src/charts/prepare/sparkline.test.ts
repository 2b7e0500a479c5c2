import { describe, expect, it } from 'vitest';
import { prepareSparkline } from './sparkline.ts';

describe('sparkline', () => {
  it('spans the box from zero', () => {
    expect(prepareSparkline([0, 5, 10], null, 100, 24)).toEqual({
      line: 'M0 22L50 12L100 2',
      unfinished: '',
      area: 'M0 22L0 22L50 12L100 2L100 22Z',
    });
  });

  it('breaks at gaps and parts the bucket that is not over', () => {
    const { line, unfinished } = prepareSparkline([10, null, 10, 10, 5], 4, 100, 24);
    expect(line).toBe('M50 2L75 2');
    expect(unfinished).toBe('M75 2L100 12');
  });

  it('draws zeros on the floor and nothing for nothing', () => {
    expect(prepareSparkline([0, 0, 0], null, 100, 24).line).toBe('M0 22L50 22L100 22');
    expect(prepareSparkline([null, null], null, 100, 24)).toEqual({ line: '', unfinished: '', area: '' });
  });

  it.each([[[7]], [[null, 7]], [[3, 7]], [[null, null, 3, 7]]])('draws no dots: %j is no course', (values) => {
    const nothing = { line: '', unfinished: '', area: '' };
    expect(prepareSparkline(values, null, 100, 24)).toEqual(nothing);
    expect(prepareSparkline(values, values.length - 1, 100, 24)).toEqual(nothing);
  });
});
