/** Telegram's bounds of a pause that a webhook asks for: none is longer than an hour. */
const longestRetryAfterMs = 3_600_000;

/**
 * Milliseconds to wait after the `failures`th failure in a row: none at first, then 2, 4, 8 … seconds up to a random
 * minute or two, which keeps lanes that failed together from coming back together. Never less than the bot asked for.
 * @param random gives 0 ≤ x < 1.
 */
export function pauseAfter(failures: number, retryAfterMs: number, random: () => number): number {
  const cap = 60_000 + Math.floor(random() * 60_000);
  const pause = failures <= 1 ? 0 : Math.min(1_000 * 2 ** (failures - 1), cap);
  return Math.max(pause, Math.min(retryAfterMs, longestRetryAfterMs));
}

/** Milliseconds that a `Retry-After` header asks for: seconds, or a date; 0 for anything else. */
export function readRetryAfter(header: string | string[] | undefined, now: number): number {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (value === '') return 0;
  const ms = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return ms > 0 ? ms : 0;
}
