import { describe, expect, it } from 'vitest';
import { prepareAxis } from './axis.ts';

describe('vertical axis', () => {
  it.each([
    ['counts', [3, 97, null, 40], 'users', { min: 0, max: 100, ticks: [0, 25, 50, 75, 100] }],
    ['only zeros', [0, 0], 'users', { min: 0, max: 4, ticks: [0, 1, 2, 3, 4] }],
    ['nothing known', [null, null], 'actions', { min: 0, max: 4, ticks: [0, 1, 2, 3, 4] }],
    ['small counts stay whole', [0, 2], 'sessions', { min: 0, max: 2, ticks: [0, 1, 2] }],
    ['shares end at 100 %', [20, 100], 'percent', { min: 0, max: 100, ticks: [0, 25, 50, 75, 100] }],
    ['a minute and a half', [12, 95], 'seconds', { min: 0, max: 120, ticks: [0, 30, 60, 90, 120] }],
    ['actions per session', [1.2, 3.9], 'per_session', { min: 0, max: 4, ticks: [0, 1, 2, 3, 4] }],
  ] as const)('%s', (_, values, unit, axis) => {
    expect(prepareAxis(values, unit)).toEqual(axis);
  });

  it('leaves zero out only for levels that hardly move', () => {
    const level = prepareAxis([41_200, 41_900], 'users', { fromZero: false });
    expect(level.min).toBeGreaterThan(40_000);
    expect(level.max).toBeGreaterThanOrEqual(41_900);
    expect(prepareAxis([100, 41_900], 'users', { fromZero: false }).min).toBe(0);
    expect(prepareAxis([41_200, 41_900], 'users').min).toBe(0);
  });

  it('holds a level that does not move at all', () => {
    const axis = prepareAxis([500, 500], 'users', { fromZero: false });
    expect(axis.min).toBeLessThanOrEqual(500);
    expect(axis.max).toBeGreaterThan(500);
    expect(axis.ticks.length).toBeGreaterThan(1);
  });

  it('ticks have no rounding dust', () => {
    expect(prepareAxis([0.29], 'per_session').ticks.every((tick) => String(tick).length <= 4)).toBe(true);
  });
});
