import QuickLRU from 'quick-lru';

/** Rate of a bucket: it fills at `perSecond` events a second, up to `burst`. */
export interface Rate {
  perSecond: number;
  burst: number;
}

export interface HitRates {
  /** Limit of one Mini App or website: keys are public. */
  app: Rate;
  /** Limit of all proven users of one Mini App, which strangers cannot use up. */
  provenApp: Rate;
  /** Limit of one address, or network of IPv6: an office, or a mobile network with thousands of phones behind it. */
  address: Rate;
  /** Limit of one proven user. */
  user: Rate;
}

const hitRates: HitRates = {
  app: { perSecond: 5_000, burst: 50_000 },
  provenApp: { perSecond: 5_000, burst: 50_000 },
  address: { perSecond: 200, burst: 5_000 },
  user: { perSecond: 1, burst: 200 },
};

/** Buckets in memory at a time; a forgotten bucket is full again. */
const maxBuckets = 50_000;

interface Bucket {
  tokens: number;
  at: number;
}

interface Limits {
  rates?: HitRates | undefined;
  /** By a clock that was set back an empty bucket stayed empty for as long, and its pages got 429. */
  monotonic: () => number;
}

/** Token buckets in memory: several processes count by themselves, and a restart forgets. */
export function createHitLimits({ rates = hitRates, monotonic }: Limits) {
  const buckets = new QuickLRU<string, Bucket>({ maxSize: maxBuckets });
  return {
    /**
     * Takes `count` events out of the bucket. Returns 0, or after how many seconds they may come again; then nothing is
     * taken. A full bucket lets through more than it holds, once: a request may be larger than a burst.
     */
    take(kind: keyof HitRates, subject: string, count: number): number {
      const { perSecond, burst } = rates[kind];
      const [key, nowMs] = [`${kind} ${subject}`, monotonic()];
      const bucket = buckets.get(key);
      const gained = bucket === undefined ? burst : ((nowMs - bucket.at) / 1_000) * perSecond;
      const tokens = Math.min(burst, Math.max(0, gained) + (bucket?.tokens ?? 0));
      const neededTokens = Math.min(count, burst);
      if (tokens < neededTokens) return Math.max(1, Math.ceil((neededTokens - tokens) / perSecond));
      buckets.set(key, { tokens: tokens - count, at: nowMs });
      return 0;
    },
  };
}

export type HitLimits = ReturnType<typeof createHitLimits>;
