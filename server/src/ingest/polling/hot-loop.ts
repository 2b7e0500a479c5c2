/** Errors that a bot's polling got in a row. */
export interface ErrorRun {
  count: number;
  /** Unix milliseconds of the last one. */
  lastAt: number;
}

const longestDelayMs = 3_000;
const firstDelayMs = 100;

/**
 * Computes how long to hold back the next error answer. telebot asks again at once after an error, thousands of times a
 * second; it is slowed to once in three seconds. A client that waits by itself (grammY 3 s, Telegraf 5 s) is not
 * slowed.
 * @param pollStartedAt when the failing poll came in
 */
export function delayOfError(run: ErrorRun | null, pollStartedAt: number): { delayMs: number; run: ErrorRun } {
  const isLoop = run !== null && pollStartedAt - run.lastAt < longestDelayMs;
  if (!isLoop) return { delayMs: 0, run: { count: 1, lastAt: pollStartedAt } };
  const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(run.count - 1, 10));
  return { delayMs, run: { count: run.count + 1, lastAt: run.lastAt } };
}
