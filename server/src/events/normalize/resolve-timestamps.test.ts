import { describe, expect, it } from 'vitest';
import { senderTime, trustedTime } from './resolve-timestamps.ts';

const receivedAt = Date.UTC(2025, 10, 20, 10, 0, 2, 345);
const baseTime = Date.UTC(2025, 10, 20, 10, 0, 0);

describe('senderTime', () => {
  it.each([
    ['2025-11-20T10:00:00Z', baseTime],
    ['2025-11-20T10:00:00.123Z', baseTime + 123],
    ['2025-11-20T13:00:00.123456+03:00', baseTime + 123],
    ['2025-11-20T10:00:00+00:00', baseTime],
    ['2025-11-20T04:30:00.5-05:30', baseTime + 500],
    ['2025-11-20T13:00:00.123999999+0300', baseTime + 123],
    ['2025-11-20T13:00:00+03', baseTime],
    ['2025-11-20 10:00:00.123456+00:00', baseTime + 123],
    ['2025-11-20t10:00:00z', baseTime],
    [baseTime / 1000, baseTime],
    [baseTime / 1000 + 0.1234, baseTime + 123],
    [baseTime + 7, baseTime + 7],
    [String(baseTime / 1000), baseTime],
    [`${baseTime / 1000}.25`, baseTime + 250],
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

describe('trustedTime', () => {
  const fiveYears = 5 * 365 * 86_400_000;
  const fastClock = baseTime + fiveYears;
  const slowClock = baseTime - fiveYears;
  const telegramDate = baseTime / 1_000;

  it.each([
    ['no other date', undefined],
    ['a date by the same wrong clock', new Date(fastClock - 2_000).toISOString()],
  ])("takes Telegram's date over a clock five years ahead, with %s", (_case, date) => {
    expect(trustedTime({ date, receivedAt: fastClock }, telegramDate)).toBe(baseTime);
  });

  it("takes Telegram's date over a clock five years behind", () => {
    expect(trustedTime({ receivedAt: slowClock }, telegramDate)).toBe(baseTime);
  });

  it.each([baseTime, baseTime + 90 * 86_400_000])(
    "takes Telegram's date over a sender's that is years away (received at %d)",
    (receivedAt) => {
      expect(trustedTime({ date: new Date(slowClock).toISOString(), receivedAt }, telegramDate)).toBe(baseTime);
    },
  );

  it.each([fastClock, slowClock])("keeps a sender's own date whatever our clock says (%d)", (receivedAt) => {
    expect(trustedTime({ date: '2025-11-20T10:00:02.345Z', receivedAt }, telegramDate)).toBe(baseTime + 2_345);
  });

  it.each([
    ['an update that waited at Telegram for a day', baseTime + 86_400_000],
    ['a receipt two days later', baseTime + 2 * 86_400_000],
    ['a clock a minute behind', baseTime - 60_000],
  ])('keeps the receipt of %s', (_case, receivedAt) => {
    expect(trustedTime({ receivedAt }, telegramDate)).toBe(receivedAt);
  });

  it.each([0, 1, Date.UTC(2012, 11, 31) / 1_000])("keeps the receipt where %d is no date of Telegram's", (date) => {
    expect(trustedTime({ receivedAt: fastClock }, date)).toBe(fastClock);
  });
});
