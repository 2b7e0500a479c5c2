import { type CallWindow, createCallWindow } from './call-window.ts';

/** Longest idle time that counts, ms: a late timer costs no speed, and nothing more is caught up later. */
const burstMs = 500;
const rounding = 1e-6;
const maxTokens = (rate: number): number => Math.max(1, (rate * burstMs) / 1_000);

/** Limits of a bucket. */
export interface Speed {
  /** Messages a second, on average. */
  rate: number;
  /** Messages within any second. */
  cap: number;
}

/** Room that messages need, besides the speed. */
export interface RoomFor {
  /** Messages of an album, which goes as a whole; 1 where there is none. */
  size?: number;
  /** Messages that were taken, and have not begun. */
  queued?: number;
  /** So much later what is taken now begins at the latest, ms. */
  aheadMs?: number;
}

/**
 * A token bucket, and a window of the calls that have begun. Messages are taken at its rate, and begin no faster than its
 * cap: if the second began with the taking, each late look at the bucket would cost speed (6 % of ten messages a second).
 * Moments are ms, and rise.
 */
export function createBucket(calls: CallWindow = createCallWindow()) {
  let tokens = 0;
  /** Full at first, as after any other pause: 30 messages a second began a quarter of a second late with one. */
  let filledAt = Number.NEGATIVE_INFINITY;

  const tokensAt = (now: number, rate: number): number =>
    Math.min(maxTokens(rate), tokens + (Math.max(0, now - filledAt) / 1_000) * rate);

  return {
    /**
     * Returns how many messages may be taken now; with `size`, how many albums of that size. An album goes as a whole:
     * if it is larger than all that may gather, it begins when all has gathered, and what comes after it waits for the
     * rest.
     */
    available(now: number, { rate, cap }: Speed, { size = 1, queued = 0, aheadMs = 0 }: RoomFor = {}): number {
      const tokensNeeded = Math.min(size, maxTokens(rate));
      const inSecond = calls.count(now, now + aheadMs) + queued;
      // The sum of many small parts of a token is a little below it.
      let [tokensLeft, room, count] = [tokensAt(now, rate) + rounding, cap - inSecond, 0];
      for (; tokensLeft >= tokensNeeded && (room >= size || room === cap); count += 1) {
        tokensLeft -= size;
        room -= size;
      }
      return count;
    },

    take(now: number, { rate }: Pick<Speed, 'rate'>, count: number): void {
      tokens = tokensAt(now, rate) - count;
      filledAt = now;
    },

    beginInMs: calls.beginInMs,
    begin: calls.begin,

    /** Whole milliseconds until one may be taken; 0: now. */
    waitMs(now: number, { rate, cap }: Speed, room: RoomFor = {}): number {
      const { size = 1, aheadMs = 0 } = room;
      const missingTokens = Math.min(size, maxTokens(rate)) - tokensAt(now, rate);
      const forToken = missingTokens <= rounding ? 0 : Math.ceil((missingTokens / rate) * 1_000);
      return Math.max(forToken, calls.beginInMs(now, { cap }, room) - aheadMs);
    },
  };
}

export type Bucket = ReturnType<typeof createBucket>;
