import { dayMs, hourMs, minuteMs } from '../../../platform/time-units.ts';

/**
 * Pauses after the first, second … failed request, ms: published in the guide. An event that was refused by them all
 * (after about 47 hours) is given up.
 */
const pausesMs = [
  5_000,
  30_000,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
] as const;
/** A provider that is away is asked at least this often, ms: by one request. */
const longestProbeMs = 30 * minuteMs;
/** Share by which pauses differ, so that what failed together does not come back together. */
const jitter = 0.1;

const maxAttempts = pausesMs.length + 1;
/** Requests that fail in a row for so long notify the owner, and stop the integration; ms. */
export const warnAfterMs = 6 * hourMs;
export const stopAfterMs = 5 * dayMs;

const withJitter = (ms: number, random: () => number): number => Math.round(ms * (1 - jitter + 2 * jitter * random()));
const pauseMs = (failures: number): number => pausesMs[Math.min(failures, pausesMs.length) - 1] ?? 0;

/** When an event is due again after this many attempts of its own, ms from now; null: it is given up. */
export const retryInMs = (attempts: number, random: () => number): number | null =>
  attempts >= maxAttempts ? null : withJitter(pauseMs(attempts), random);

/** When an integration sends again after this many failed requests in a row, ms from now. */
export const resumeInMs = (failures: number, afterMs: number | undefined, random: () => number): number =>
  Math.max(afterMs ?? 0, withJitter(Math.min(pauseMs(failures), longestProbeMs), random));
