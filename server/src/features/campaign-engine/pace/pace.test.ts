import { CampaignSending } from '@botscope/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createBotPace } from './bot-pace.ts';
import { createBucket, type Speed } from './bucket.ts';
import { campaignSpeed, openZones, quietUntil } from './campaign-pace.ts';
import { takeTurns } from './turns.ts';

const noon = Date.UTC(2026, 10, 23, 12);
const hour = 3_600_000;

/** Begins calls that are answered at once. */
function beginAll(bucket: ReturnType<typeof createBucket>, now: number, speed: Speed, sizes: readonly number[]): void {
  for (const size of sizes) bucket.begin(now, speed, size).answered(now);
}

describe('calls', () => {
  it('wait for nothing while they are slower than the cap', () => {
    const pace = createBotPace({ maxSpeed: 10, rate: null, limitedUntil: null });
    const waits = Array.from({ length: 50 }, (_, index) => {
      const now = noon + index * 101;
      const ms = pace.beginInMs(now);
      pace.begin(now).answered(now);
      return ms;
    });
    expect(waits.filter((ms) => ms > 0)).toEqual([]);
  });
});

describe('a bucket', () => {
  it('lets no second see more than its cap, and no time more than its rate', () => {
    fc.assert(
      fc.property(
        fc.record({ rate: fc.integer({ min: 1, max: 300 }), cap: fc.integer({ min: 1, max: 300 }) }),
        fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 200 }),
        (speed, steps) => {
          const bucket = createBucket();
          const takes: { at: number; count: number }[] = [];
          let now = noon;
          for (const step of steps) {
            now += step;
            const count = bucket.available(now, speed);
            bucket.take(now, speed, count);
            beginAll(bucket, now, speed, [count]);
            takes.push({ at: now, count });
            const sum = (ms: number) =>
              takes.filter(({ at }) => at > now - ms).reduce((all, one) => all + one.count, 0);
            expect(sum(1_000)).toBeLessThanOrEqual(speed.cap);
            const limit = speed.rate * ((now - noon) / 1_000) + Math.max(1, speed.rate / 2);
            expect(sum(Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(limit + 1e-3);
          }
        },
      ),
    );
  });

  it('lets albums begin as a whole, no faster than their files, and never for long not at all', () => {
    fc.assert(
      fc.property(
        fc.record({ rate: fc.integer({ min: 1, max: 60 }), cap: fc.integer({ min: 1, max: 60 }) }),
        fc.integer({ min: 2, max: 10 }),
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 50, maxLength: 200 }),
        (speed, size, steps) => {
          const bucket = createBucket();
          const startTimes: number[] = [];
          let now = noon;
          for (const step of steps) {
            now += step;
            const count = bucket.available(now, speed, { size });
            // The announced wait is correct.
            if (count === 0) {
              const ms = bucket.waitMs(now, speed, { size });
              expect(ms).toBeGreaterThan(0);
              expect(ms).toBeLessThanOrEqual(Math.max(1_000, (size / speed.rate) * 1_000 + 1_000));
              now += Math.ceil(ms);
              expect(bucket.available(now, speed, { size })).toBeGreaterThan(0);
              continue;
            }
            bucket.take(now, speed, count * size);
            beginAll(
              bucket,
              now,
              speed,
              Array.from({ length: count }, () => size),
            );
            for (let album = 0; album < count; album += 1) startTimes.push(now);
            const inSecond = startTimes.filter((time) => time > now - 1_000).length * size;
            expect(inSecond).toBeLessThanOrEqual(Math.max(speed.cap, size));
            const limit = speed.rate * ((now - noon) / 1_000) + Math.max(1, speed.rate / 2) + size;
            expect(startTimes.length * size).toBeLessThanOrEqual(limit + 1e-3);
          }
        },
      ),
    );
  });

  it('reaches its rate with late timers', () => {
    const bucket = createBucket();
    let sentCount = 0;
    for (let now = noon; now < noon + 100_000; now += 263) {
      const speed = { rate: 10, cap: 12 };
      const count = bucket.available(now, speed);
      bucket.take(now, speed, count);
      beginAll(bucket, now, speed, [count]);
      sentCount += count;
    }
    expect(sentCount).toBeGreaterThanOrEqual(990);
    expect(sentCount).toBeLessThanOrEqual(1_005);
  });

  it('says when the next one may begin', () => {
    const bucket = createBucket();
    const speed = { rate: 2, cap: 1 };
    expect(bucket.waitMs(noon, speed)).toBe(0);
    bucket.take(noon, speed, 1);
    beginAll(bucket, noon, speed, [1]);
    // A call of its cap keeps its distance to the next one, less what a timer may be late.
    expect(bucket.waitMs(noon, { rate: 2, cap: 10 })).toBe(795);
    expect(bucket.waitMs(noon, speed)).toBe(1_004);
  });
});

describe('the pace of a bot', () => {
  const createPace = (maxSpeed = 10) => createBotPace({ maxSpeed, rate: null, limitedUntil: null, random: () => 0 });
  const call = (userId: number, durationMs = 100) => ({ userId, isDelivered: true, durationMs, isUpload: false });

  it('delays a user who just got a message, and no one else', () => {
    const pace = createPace();
    pace.ended(noon, call(7));
    expect(pace.limited(noon + 2_000, 7, 3_000)).toBe(3_000);
    expect(pace.pausedUntil(noon + 2_000)).toBeNull();
  });

  it('sleeps as long as Telegram asks, at least', () => {
    const pace = createBotPace({ maxSpeed: 10, rate: null, limitedUntil: null, random: () => 1 });
    expect(pace.limited(noon, 7, 30_000)).toBe(0);
    expect(pace.pausedUntil(noon)).toBe(noon + 31_000);
    expect(pace.available(noon + 29_999)).toBe(0);
    expect(pace.waitMs(noon)).toBe(31_000);
    expect(pace.learntRate()).toBeNull();
  });

  it('halves the rate once for all calls that were on their way, and lets it grow by one each 30 s', () => {
    const pace = createPace();
    for (const user of [1, 2, 3, 4]) pace.limited(noon + user, user, 5_000);
    expect(pace.learntRate()).toBe(5);
    // Soon after the sleep: again.
    pace.limited(noon + 6_000, 9, 5_000);
    expect(pace.learntRate()).toBe(2.5);
    pace.available(noon + 6_000 + 60_000);
    expect(pace.learntRate()).toBe(4.5);
    pace.available(noon + hour);
    expect(pace.learntRate()).toBeNull();
  });

  it('parks one user whose limit is longer than an hour, and the bot where two users have it', () => {
    const pace = createPace();
    expect(pace.limited(noon, 7, 2 * hour)).toBe(2 * hour);
    expect(pace.pausedUntil(noon)).toBeNull();
    expect(pace.limited(noon + 10, 8, 2 * hour)).toBe(0);
    expect(pace.pausedUntil(noon + 10)).toBeGreaterThanOrEqual(noon + 10 + 2 * hour);
  });

  it('slows down when calls become slow, before Telegram refuses', () => {
    const pace = createPace();
    for (let index = 0; index < 18; index += 1) pace.ended(noon, call(index));
    pace.ended(noon, call(18, 2_000));
    expect(pace.learntRate()).toBeNull();
    pace.ended(noon, call(19, 2_000));
    expect(pace.learntRate()).toBe(7);
  });

  it('waits longer and longer while Telegram cannot be reached', () => {
    const pace = createPace();
    const waits: number[] = [];
    let now = noon;
    for (let index = 0; index < 8; index += 1) {
      pace.unreachable(now);
      pace.unreachable(now);
      waits.push((pace.pausedUntil(now) ?? 0) - now);
      now = pace.pausedUntil(now) ?? 0;
    }
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000]);
  });

  it('goes on from what the holder before has learnt', () => {
    const pace = createBotPace({ maxSpeed: 10, rate: 3, limitedUntil: noon + 500, random: () => 0 });
    expect(pace.learntRate()).toBe(3);
    expect(pace.available(noon)).toBe(0);
    expect(pace.maxCalls()).toBe(10);
    expect(createPace(300).maxCalls()).toBe(75);
  });
});

describe('the pace of a campaign', () => {
  const parseSending = (input: z.input<typeof CampaignSending>) => z.parse(CampaignSending, input);

  it('is its speed; spread, those who wait share the time that is left', () => {
    const campaign = { startedAt: noon, waiting: 7_200 };
    expect(campaignSpeed({ ...campaign, sending: parseSending({ speed: 8, interval_cap: 9 }) }, noon)).toEqual({
      rate: 8,
      cap: 9,
    });
    const spread = { ...campaign, sending: parseSending({ spread_hours: 2 }) };
    expect(campaignSpeed(spread, noon).rate).toBe(1);
    expect(campaignSpeed(spread, noon + hour).rate).toBe(2);
    // Never faster than the speed; the time over, as fast as that.
    expect(campaignSpeed(spread, noon + 2 * hour - 1).rate).toBe(10);
    expect(campaignSpeed(spread, noon + 3 * hour).rate).toBe(10);
  });

  it.each<[string, string, string, string, string, string | null]>([
    ['before them', '22:00', '08:00', 'UTC', '2026-11-23T21:59:59Z', null],
    ['in the evening', '22:00', '08:00', 'UTC', '2026-11-23T22:00:00Z', '2026-11-24T08:00:00.000Z'],
    ['in the morning', '22:00', '08:00', 'UTC', '2026-11-24T07:59:00Z', '2026-11-24T08:00:00.000Z'],
    ['after them', '22:00', '08:00', 'UTC', '2026-11-24T08:00:00Z', null],
    ['within a day', '12:30', '14:00', 'Asia/Kolkata', '2026-11-23T07:30:00Z', '2026-11-23T08:30:00.000Z'],
    [
      'in the night clocks go forward',
      '22:00',
      '08:00',
      'Europe/Berlin',
      '2026-03-29T00:30:00Z',
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'until an hour that clocks skip',
      '22:00',
      '02:30',
      'Europe/Berlin',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'in the night clocks go back',
      '22:00',
      '08:00',
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-25T07:00:00.000Z',
    ],
    ['none', '08:00', '08:00', 'UTC', '2026-11-23T08:00:00Z', null],
  ])('quiet hours, %s', (_, from, to, time_zone, timestamp, end) => {
    const until = quietUntil({ from, to, time_zone }, Date.parse(timestamp));
    expect(until === null ? null : new Date(until).toISOString()).toBe(end);
  });
});

describe('turns', () => {
  it.each<[string, number, Record<string, number>, string | null, Record<string, number>]>([
    ['one by one', 5, { a: 9, b: 9 }, null, { a: 3, b: 2 }],
    ['after the last one', 3, { a: 9, b: 9 }, 'a', { b: 2, a: 1 }],
    ['what one does not want', 6, { a: 1, b: 9, c: 2 }, null, { a: 1, b: 3, c: 2 }],
    ['no more than wanted', 9, { a: 1, b: 0 }, null, { a: 1 }],
    ['nothing', 0, { a: 1 }, null, {}],
  ])('share %s', (_, count, demand, last, expected) => {
    expect(Object.fromEntries(takeTurns(count, new Map(Object.entries(demand)), last))).toEqual(expected);
  });
});

describe('quiet hours of users’ own time zones', () => {
  const quietHours = { from: '22:00', to: '08:00', time_zone: 'UTC', in_users_zone: true };
  const zones = ['+01:00', '-02:00', 'Asia/Tokyo'];

  it('say who may get messages now, and when that changes', () => {
    // 21:30 UTC: 22:30 at +01:00, 19:30 at -02:00, 06:30 in Tokyo.
    const evening = Date.UTC(2026, 10, 23, 21, 30);
    expect(openZones(quietHours, zones, evening)).toEqual({
      named: ['-02:00'],
      others: true,
      nextAt: Date.UTC(2026, 10, 23, 23),
    });
    // 23:00 UTC: midnight, 21:00, 08:00.
    const night = Date.UTC(2026, 10, 23, 23);
    expect(openZones(quietHours, zones, night)).toEqual({
      named: ['-02:00', 'Asia/Tokyo'],
      others: false,
      nextAt: Date.UTC(2026, 10, 24, 7),
    });
    expect(openZones(quietHours, zones, noon)).toEqual({ named: zones, others: true, nextAt: null });
  });

  it('are none where they are those of one zone, or there are none', () => {
    expect(openZones({ ...quietHours, in_users_zone: false }, zones, noon)).toBeUndefined();
    expect(openZones(null, zones, noon)).toBeUndefined();
  });
});
