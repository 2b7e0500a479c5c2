/** Time that passed without sending counts for so long, ms: a late timer costs no speed, and nothing is caught up later. */
const burstMs = 500;
const windowMs = 1_000;

/** What a bucket lets through. */
export interface Speed {
  /** Messages a second, on average. */
  rate: number;
  /** Messages within any second. */
  cap: number;
}

/** A token bucket with a sliding second. Moments are ms, and rise. */
export function createBucket() {
  let tokens = 1;
  let filledAt: number | null = null;
  let begun: number[] = [];

  function fill(now: number, rate: number): void {
    const most = Math.max(1, (rate * burstMs) / 1_000);
    tokens = Math.min(most, tokens + (Math.max(0, now - (filledAt ?? now)) / 1_000) * rate);
    filledAt = now;
    const first = begun.findIndex((at) => at > now - windowMs);
    begun = first < 0 ? [] : begun.slice(first);
  }

  return {
    /** How many messages may begin now. */
    available(now: number, { rate, cap }: Speed): number {
      fill(now, rate);
      // The sum of many small parts of a token is a little below it.
      return Math.max(0, Math.min(Math.floor(tokens + 1e-6), cap - begun.length));
    },

    take(now: number, count: number): void {
      tokens -= count;
      for (let index = 0; index < count; index += 1) begun.push(now);
    },

    /** Milliseconds until one may begin; 0: now. */
    waitMs(now: number, { rate, cap }: Speed): number {
      fill(now, rate);
      const forToken = tokens >= 1 - 1e-6 ? 0 : ((1 - tokens) / rate) * 1_000;
      const blocking = begun[begun.length - cap];
      return Math.max(forToken, blocking === undefined ? 0 : blocking + windowMs - now);
    },
  };
}

export type Bucket = ReturnType<typeof createBucket>;
