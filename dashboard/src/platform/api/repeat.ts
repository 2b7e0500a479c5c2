import { ApiError, isWorthRepeating } from './api-error.ts';

/** Repeats of a read while the server is busy: it says when to come again. */
const busyRepeats = 5;
/** React Query's own first pause. */
const usualPauseMs = 1_000;

/** Whether a read that failed is tried again: while the server is busy, and else where it is worth one more try. */
export function mayRepeat(failures: number, error: unknown): boolean {
  if (error instanceof ApiError && error.code === 'Overloaded') return failures < busyRepeats;
  return isWorthRepeating(failures, error);
}

/** Returns the pause before a repeat, ms; spread a little, so that the parts of a page do not all retry at once. */
export function pauseBefore(error: unknown, random: () => number = Math.random): number {
  const seconds = error instanceof ApiError ? error.retryAfterS : undefined;
  return seconds === undefined ? usualPauseMs : Math.round(seconds * 1_000 * (1 + random() / 4));
}
