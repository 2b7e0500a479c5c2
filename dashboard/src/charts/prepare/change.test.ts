import { describe, expect, it } from 'vitest';
import { computeChange, directionOf, formatChange } from './change.ts';

describe('change against the earlier period', () => {
  it.each([
    ['more users', computeChange(120, 100, 'users'), { kind: 'ratio', value: 0.2, tone: 'good' }, '+20%', 'up'],
    ['fewer users', computeChange(95, 100, 'users'), { kind: 'ratio', value: -0.05, tone: 'bad' }, '-5%', 'down'],
    ['more users left', computeChange(3, 2, 'users', 'bad'), { kind: 'ratio', value: 0.5, tone: 'bad' }, '+50%', 'up'],
    ['no news', computeChange(5, 5, 'users'), { kind: 'ratio', value: 0, tone: 'neutral' }, '0%', 'level'],
    ['nothing, as before', computeChange(0, 0, 'users'), { kind: 'ratio', value: 0, tone: 'neutral' }, '0%', 'level'],
    ['bounce', computeChange(41.5, 40, 'percent', 'bad'), { kind: 'points', value: 1.5, tone: 'bad' }, '+1.5 pp', 'up'],
    [
      'bounce as before',
      computeChange(16.93, 16.97, 'percent', 'bad'),
      { kind: 'points', tone: 'neutral' },
      '0 pp',
      'level',
    ],
    ['twentyfold', computeChange(200, 10, 'users'), { kind: 'ratio', value: 19, tone: 'good' }, '×20', 'up'],
  ] as const)('%s', (_, change, expected, text, direction) => {
    expect(change).toMatchObject(expected);
    expect(formatChange(change, 'en', 'pp')).toBe(text);
    expect(directionOf(change)).toBe(direction);
  });

  it.each([
    ['growth from zero', computeChange(7, 0, 'users')],
    ['no earlier average', computeChange(80, null, 'seconds')],
    ['no average now', computeChange(null, 80, 'seconds')],
    ['no comparison', computeChange(7, undefined, 'users')],
  ])('no base: %s', (_, change) => {
    expect(change).toEqual({ kind: 'no_base' });
    expect(formatChange(change, 'en', 'pp')).toBeNull();
    expect(directionOf(change)).toBe('level');
  });
});
