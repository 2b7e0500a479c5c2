/** Time that passed without sending counts for so long, ms: a late timer costs no speed, and nothing is caught up later. */
const burstMs = 500;
const windowMs = 1_000;
const rounding = 1e-6;
const mostTokens = (rate: number): number => Math.max(1, (rate * burstMs) / 1_000);

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
    tokens = Math.min(mostTokens(rate), tokens + (Math.max(0, now - (filledAt ?? now)) / 1_000) * rate);
    filledAt = now;
    const first = begun.findIndex((at) => at > now - windowMs);
    begun = first < 0 ? [] : begun.slice(first);
  }

  return {
    /**
     * How many messages may begin now; with `size`, how many albums of so many. An album goes as a whole: where it is larger
     * than all that may gather, it begins when all has gathered, and what comes after it waits for the rest.
     */
    available(now: number, { rate, cap }: Speed, size = 1): number {
      fill(now, rate);
      const needed = Math.min(size, mostTokens(rate));
      // The sum of many small parts of a token is a little below it.
      let [left, room, count] = [tokens + rounding, cap - begun.length, 0];
      for (; left >= needed && (room >= size || room === cap); count += 1) {
        left -= size;
        room -= size;
      }
      return count;
    },

    take(now: number, count: number): void {
      tokens -= count;
      for (let index = 0; index < count; index += 1) begun.push(now);
    },

    /** Milliseconds until one may begin; 0: now. */
    waitMs(now: number, { rate, cap }: Speed, size = 1): number {
      fill(now, rate);
      const needed = Math.min(size, mostTokens(rate));
      const forToken = tokens >= needed - rounding ? 0 : ((needed - tokens) / rate) * 1_000;
      const blocking = begun[begun.length - 1 - Math.max(0, cap - size)];
      return Math.max(forToken, blocking === undefined ? 0 : blocking + windowMs - now);
    },
  };
}

export type Bucket = ReturnType<typeof createBucket>;
