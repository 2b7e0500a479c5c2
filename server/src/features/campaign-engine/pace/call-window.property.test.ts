import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBotPace } from './bot-pace.ts';
import { createBucket } from './bucket.ts';
import type { BegunCall } from './call-window.ts';
import { createTurns } from './turns.ts';

/** The network and Telegram, ms. */
interface Way {
  /** Delays of timers beyond the time asked for; drawn again and again. */
  timers: readonly number[];
  /** Delays of calls beyond the usual time of arrival; drawn again and again. */
  calls: readonly number[];
  /** Time that Telegram thinks; 20 ms unless given. */
  answers?: number;
}

const travelMs = 20;
const answerMs = 20;

/** A clock that stands still but for those who wait for it. */
function createAgenda() {
  let now = 1_000;
  const events: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    in: (ms: number, run: () => void): void => void events.push({ at: now + ms, run }),
    /** Runs until nothing waits, or for `ms`. */
    async run(ms: number): Promise<void> {
      const end = now + ms;
      for (;;) {
        await new Promise(setImmediate);
        const next = events.toSorted((one, other) => one.at - other.at)[0];
        if (next === undefined || next.at > end) return;
        events.splice(events.indexOf(next), 1);
        now = next.at;
        next.run();
      }
    },
  };
}

/** Moments at which the calls of a campaign that wants all of its cap arrive at Telegram. */
async function arrivals(cap: number, seconds: number, way: Way): Promise<number[]> {
  const agenda = createAgenda();
  const pace = createBotPace({ maxSpeed: cap, rate: null, limitedUntil: null });
  const bucket = createBucket();
  let timers = 0;
  const draw = (list: readonly number[], index: number): number => list[index % list.length] ?? 0;
  const rest = (ms: number) => new Promise<void>((resolve) => agenda.in(ms + draw(way.timers, timers++), resolve));
  const turns = createTurns(pace, agenda.now, rest);
  const arrived: number[] = [];
  const call = async (index: number): Promise<void> => {
    const begunCall: BegunCall | null = await turns({
      bucket,
      speed: () => ({ rate: cap, cap }),
      size: 1,
      isOpen: () => true,
    });
    // The first ones meet an empty network, from which the usual time is learnt.
    const lateMs = index < 10 ? 0 : draw(way.calls, index);
    agenda.in(travelMs + lateMs, () => arrived.push(agenda.now()));
    agenda.in(2 * travelMs + lateMs + (way.answers ?? answerMs), () => {
      begunCall?.answered(agenda.now());
      begunCall?.ended(agenda.now());
    });
  };
  for (let index = 0; index < cap * seconds * 2; index += 1) void call(index);
  await agenda.run(seconds * 1_000);
  return arrived.toSorted((one, other) => one - other);
}

/** The most that arrived within any second. */
const maxWithinSecond = (moments: readonly number[]): number =>
  Math.max(...moments.map((end, index) => index + 1 - moments.findIndex((moment) => moment > end - 1_000)));

const lateness = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 40 });

describe('calls to Telegram within any second', () => {
  it('stay within the cap however late timers end and calls arrive', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 60 }),
        fc.record({ timers: lateness(400), calls: lateness(1_500) }),
        async (cap, way) => {
          const moments = await arrivals(cap, 6, way);
          expect(moments.length).toBeGreaterThan(0);
          expect(maxWithinSecond(moments)).toBeLessThanOrEqual(cap);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('stay within the cap if the network delays those of half a second and lets them through at once', async () => {
    const delays = Array.from({ length: 30 }, (_, index) => Math.max(0, 300 - index * 27));
    expect(maxWithinSecond(await arrivals(30, 8, { timers: [0], calls: delays }))).toBeLessThanOrEqual(30);
  });

  it.each([1, 10, 30, 160, 300])('are nearly all of a cap of %i where nothing is late', async (cap) => {
    // Timers of a quiet machine.
    const moments = await arrivals(cap, 11, { timers: [0, 1, 0, 1, 2], calls: [0, 1, 0, 2] });
    expect(maxWithinSecond(moments)).toBeLessThanOrEqual(cap);
    expect(moments.length).toBeGreaterThanOrEqual(Math.floor(cap * 11 * 0.99));
  });
});

it('a Telegram that takes five seconds for each answer gets as much as a quick one', async () => {
  const moments = await arrivals(30, 30, { timers: [0], calls: [0], answers: 5_000 });
  expect(maxWithinSecond(moments)).toBeLessThanOrEqual(30);
  // The first ten answers show how long they take.
  expect(moments.filter((moment) => moment > 15_000 && moment <= 25_000).length).toBeGreaterThanOrEqual(297);
});

describe('calls of a campaign', () => {
  it('are spread over the second, also after a late timer', async () => {
    const moments = await arrivals(30, 4, { timers: [0, 0, 0, 0, 200, 0, 0], calls: [0] });
    const gaps = moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
    // 0.8 of a thirtieth of a second, less the 5 ms that a timer may be late.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(21);
  });

  it('wait for one without an answer for three seconds at most', async () => {
    const agenda = createAgenda();
    const pace = createBotPace({ maxSpeed: 1, rate: null, limitedUntil: null });
    const turns = createTurns(pace, agenda.now, (ms) => new Promise<void>((resolve) => agenda.in(ms, resolve)));
    const startTimes: number[] = [];
    const bucket = createBucket();
    for (let index = 0; index < 3; index += 1)
      void turns({ bucket, speed: () => ({ rate: 1, cap: 1 }), size: 1, isOpen: () => true }).then(() => {
        startTimes.push(agenda.now());
      });
    await agenda.run(10_000);
    expect(startTimes).toEqual([1_000, 4_000, 7_000]);
  });
});
