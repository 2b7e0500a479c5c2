import { hourMs, minuteMs } from '../time-units.ts';

/** Pauses between attempts: a lost connection passes in seconds, greylisting in minutes, an outage in hours. */
const delaysMs = [
  1_000,
  10_000,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
] as const;

export const maxAttempts = delaysMs.length + 1;

/** Varied by a fifth, so that what failed together is not repeated together. `random` is from 0 to 1. */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = delaysMs[Math.min(attempts, delaysMs.length) - 1] ?? delaysMs[0];
  return Math.round(delay * (0.8 + 0.4 * random));
}
