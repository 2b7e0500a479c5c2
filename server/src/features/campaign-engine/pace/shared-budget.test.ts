import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBotPace } from './bot-pace.ts';

const noon = Date.UTC(2026, 10, 25, 12);
const stepMs = 50;

/** Runs a campaign that wants as much as it may have, beside a bot that sends by itself. Counts by 50 ms. */
function run(botCounts: readonly number[], maxSpeed: number) {
  const pace = createBotPace({ maxSpeed, rate: null, limitedUntil: null, random: () => 0 });
  const samples: { at: number; own: number; campaign: number }[] = [];
  for (const [index, count] of botCounts.entries()) {
    const time = noon + index * stepMs;
    const lately = samples.filter((one) => one.at >= time - 10_000);
    const bySecond = Map.groupBy([...lately, { at: time, own: count, campaign: 0 }], (one) =>
      Math.floor(one.at / 1_000),
    );
    const perSecond = Math.max(...[...bySecond.values()].map((all) => all.reduce((sum, one) => sum + one.own, 0)));
    pace.share(time, { perSecond, limitedMs: 0 });
    const campaign = pace.available(time);
    pace.take(time, campaign);
    samples.push({ at: time, own: count, campaign });
  }
  return samples;
}

const sumWithin = (
  samples: ReturnType<typeof run>,
  from: number,
  measure: (one: (typeof samples)[number]) => number,
): number => samples.filter(({ at }) => at >= from && at < from + 1_000).reduce((sum, one) => sum + measure(one), 0);

describe('a bot and its campaigns share what Telegram allows', () => {
  it('the campaign leaves as much as the bot sends', () => {
    // Ten a second, evenly.
    const botCounts = Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? 1 : 0));
    const samples = run(botCounts, 30);
    for (let from = noon + 2_000; from < noon + 19_000; from += stepMs) {
      expect(sumWithin(samples, from, ({ own: bot, campaign }) => bot + campaign)).toBeLessThanOrEqual(31);
    }
    const campaign = samples.filter(({ at }) => at >= noon + 2_000).reduce((sum, one) => sum + one.campaign, 0);
    expect(campaign / 18).toBeGreaterThan(18.5);
    expect(campaign / 18).toBeLessThanOrEqual(20.5);
  });

  it('a steady bot of any speed is never outrun, and the campaign never stands still', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 60 }), (perStep, every) => {
        const botCounts = Array.from({ length: 300 }, (_, index) => (index % every === 0 ? perStep : 0));
        const samples = run(botCounts, 30);
        const maxOwnCalls = Math.max(...samples.map(({ at }) => sumWithin(samples, at, (one) => one.own)));
        for (let from = noon + 4_000; from < noon + 14_000; from += 250) {
          const campaign = sumWithin(samples, from, (one) => one.campaign);
          expect(campaign).toBeLessThanOrEqual(Math.max(1, 30 - Math.floor(maxOwnCalls / 2)) + 1);
        }
        expect(samples.slice(80).reduce((sum, one) => sum + one.campaign, 0)).toBeGreaterThan(0);
      }),
      { numRuns: 30 },
    );
  });

  it('a silent bot leaves all of it', () => {
    const samples = run(
      Array.from({ length: 200 }, () => 0),
      30,
    );
    expect(samples.reduce((sum, one) => sum + one.campaign, 0)).toBeGreaterThan(290);
  });

  it('a limit of the bot is a pause of its campaigns', () => {
    const pace = createBotPace({ maxSpeed: 30, rate: null, limitedUntil: null });
    pace.share(noon, { perSecond: 3, limitedMs: 7_000 });
    expect([pace.available(noon), pace.pausedUntil(noon)]).toEqual([0, noon + 7_000]);
    expect(pace.pausedUntil(noon + 7_000)).toBeNull();
    // No cut: the campaigns did nothing wrong.
    expect(pace.learntRate()).toBeNull();
  });
});
