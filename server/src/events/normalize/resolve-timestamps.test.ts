import { describe, expect, it } from 'vitest';
import { senderTime } from './resolve-timestamps.ts';

const receivedAt = Date.UTC(2025, 10, 20, 10, 0, 2, 345);
const at = Date.UTC(2025, 10, 20, 10, 0, 0);

describe('senderTime', () => {
  it.each([
    ['2025-11-20T10:00:00Z', at],
    ['2025-11-20T10:00:00.123Z', at + 123],
    ['2025-11-20T13:00:00.123456+03:00', at + 123],
    ['2025-11-20T10:00:00+00:00', at],
    ['2025-11-20T04:30:00.5-05:30', at + 500],
    ['2025-11-20T13:00:00.123999999+0300', at + 123],
    ['2025-11-20T13:00:00+03', at],
    ['2025-11-20 10:00:00.123456+00:00', at + 123],
    ['2025-11-20t10:00:00z', at],
    [at / 1000, at],
    [at / 1000 + 0.1234, at + 123],
    [at + 7, at + 7],
    [String(at / 1000), at],
    [`${at / 1000}.25`, at + 250],
    [receivedAt + 86_400_000, receivedAt + 86_400_000],
    ['2013-01-01T00:00:00Z', Date.UTC(2013, 0, 1)],
  ])('reads %j', (date, expected) => {
    expect(senderTime(date, receivedAt)).toBe(expected);
  });

  it.each([
    undefined,
    null,
    '',
    'yesterday',
    '2025-11-20',
    '2025-11-20T10:00:00', // no zone: whose ten o'clock?
    '2025-13-45T10:00:00Z',
    '2025-11-20T25:00:00Z',
    '2012-12-31T23:59:59Z',
    '1970-01-01T00:00:00Z',
    receivedAt + 86_400_001,
    '2099-01-01T00:00:00Z',
    0,
    -1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e300,
    true,
    {},
    ['2025-11-20T10:00:00Z'],
  ])('leaves %j to the receipt', (date) => {
    expect(senderTime(date, receivedAt)).toBeNull();
  });
});
