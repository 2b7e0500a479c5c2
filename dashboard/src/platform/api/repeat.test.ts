import { expect, test } from 'vitest';
import { ApiError } from './api-error.ts';
import { mayRepeat, pauseBefore } from './repeat.ts';

const overloadError = new ApiError('Overloaded', 503, [], undefined, 4);

test.each([
  [overloadError, 5],
  [new ApiError('StoreUnavailable', 503), 1],
  [new ApiError('InternetUnavailable', 0), 1],
  [new ApiError('QueryTooHeavy', 422), 0],
  [new ApiError('AccessDenied', 403), 0],
  [new Error('a fault of ours'), 0],
])('%s is tried again %i times', (error, times) => {
  expect([0, 1, 2, 3, 4, 5, 6].filter((failures) => mayRepeat(failures, error))).toHaveLength(times);
});

test('comes again when the server said, spread by up to a quarter', () => {
  expect([0, 0.5, 1].map((random) => pauseBefore(overloadError, () => random))).toEqual([4_000, 4_500, 5_000]);
  expect(pauseBefore(new ApiError('StoreUnavailable', 503))).toBe(1_000);
});
