/**
 * The two kinds of time of a process, in ms. A wall clock is set, by users and by NTP: five minutes back once kept campaigns
 * waiting for as long, forward cut what Telegram had asked for.
 */
export interface Clock {
  /** Unix ms, for moments that are stored or shown. */
  now(): number;
  /** Never jumps, and means nothing to another process: for durations. */
  monotonic(): number;
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() };

/** For tests: both kinds from one function. */
export const clockOf = (now: () => number): Clock => ({ now, monotonic: now });

/** The clock of a feature whose tests may pass one function for both kinds. */
export const clockFrom = (now: (() => number) | undefined): Clock => (now === undefined ? systemClock : clockOf(now));

/** Calls `run` once after `ms`, which keeps no process alive; returns the way to cancel that. */
export function startTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}
