import { type CampaignVariants, computeShares } from '@botscope/contract';

/** Decision about a user when the recipients are written down. */
export interface Assignment {
  /** Gets nothing, to be compared with. */
  isControl: boolean;
  /** Index of the variant; null: any where there is one alone, or that of the test's winner. */
  variant: number | null;
}

const buckets = 10_000;
const salts = { controlGroup: 1, test: 2, variant: 3 } as const;

/**
 * Decides the same for the same campaign and user, at any time and in any process: an interrupted preparation goes on
 * with it.
 */
export function assignVariant(variants: CampaignVariants, campaignId: number, userId: number): Assignment {
  const isBelow = (percent: number, salt: number): boolean =>
    computeBucket(campaignId, userId, salt) < (percent * buckets) / 100;
  if (variants.hold_out !== null && isBelow(variants.hold_out, salts.controlGroup))
    return { isControl: true, variant: null };
  const isSplit = variants.others.length > 0;
  const isInTest = variants.test === null || isBelow(variants.test.share, salts.test);
  if (!isSplit || !isInTest) return { isControl: false, variant: null };
  let place = computeBucket(campaignId, userId, salts.variant);
  for (const [variant, share] of computeShares(variants).entries()) {
    place -= (share * buckets) / 100;
    if (place < 0) return { isControl: false, variant };
  }
  return { isControl: false, variant: 0 };
}

/** One of 10,000 equally likely numbers: MurmurHash3 of the campaign, the user and what it is for. */
export function computeBucket(campaignId: number, userId: number, salt: number): number {
  let hash = salt;
  for (const word of [campaignId, userId >>> 0, Math.floor(userId / 2 ** 32)]) {
    const mixed = Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(rotate(hash ^ mixed, 13), 5) + 0xe6546b64) | 0;
  }
  hash ^= 12;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % buckets;
}

const rotate = (value: number, shift: number): number => (value << shift) | (value >>> (32 - shift));
