import { CampaignVariants } from '@botscope/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { assignVariant, computeBucket } from './assign-variant.ts';

const message = { text: 'B' };
const parseVariants = (part: z.input<typeof CampaignVariants>): CampaignVariants => z.parse(CampaignVariants, part);
const measureShare = (users: number, matches: (user: number) => boolean): number => {
  let matchCount = 0;
  for (let user = 1; user <= users; user += 1) if (matches(user * 7_919)) matchCount += 1;
  return matchCount / users;
};
const test = { share: 20, hours: 4, winner: { by: 'pressed' } } as const;

it('splits users by the shares, whatever the campaign is', () => {
  const variants = parseVariants({
    others: [
      { share: 30, message },
      { share: 20, message },
    ],
    hold_out: 10,
  });
  for (const campaign of [101, 102]) {
    const assign = (user: number) => assignVariant(variants, campaign, user);
    expect(measureShare(40_000, (user) => assign(user).isControl)).toBeCloseTo(0.1, 1.7);
    const [a, b, c] = [0, 1, 2].map((variant) => measureShare(40_000, (user) => assign(user).variant === variant));
    expect(a).toBeCloseTo(0.45, 1.7);
    expect(b).toBeCloseTo(0.27, 1.7);
    expect(c).toBeCloseTo(0.18, 1.7);
  }
});

it('gives a test its share alone, and each variant its share of that', () => {
  const variants = parseVariants({ others: [{ share: 25, message }], test });
  const pickVariant = (user: number) => assignVariant(variants, 101, user).variant;
  expect(measureShare(40_000, (user) => pickVariant(user) === null)).toBeCloseTo(0.8, 1.7);
  expect(measureShare(40_000, (user) => pickVariant(user) === 1)).toBeCloseTo(0.05, 2);
});

it('is independent from campaign to campaign, and of what it is for', () => {
  const halves = (salt: number, campaign: number) => (user: number) => computeBucket(campaign, user, salt) < 5_000;
  const measureBoth = (one: (user: number) => boolean, other: (user: number) => boolean) =>
    measureShare(40_000, (user) => one(user) && other(user));
  expect(measureBoth(halves(1, 101), halves(1, 102))).toBeCloseTo(0.25, 1.7);
  expect(measureBoth(halves(1, 101), halves(3, 101))).toBeCloseTo(0.25, 1.7);
});

it('is the same for the same user, and never both in the control group and split', () => {
  const variants = parseVariants({ others: [{ share: 50, message }], hold_out: 50 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 31 }), fc.maxSafeNat(), (campaign, user) => {
      const first = assignVariant(variants, campaign, user);
      expect(assignVariant(variants, campaign, user)).toEqual(first);
      expect(first.isControl).toBe(first.variant === null);
    }),
  );
});

it('leaves the variant of those open who are not split', () => {
  expect(assignVariant(parseVariants({}), 101, 7)).toEqual({ isControl: false, variant: null });
});
