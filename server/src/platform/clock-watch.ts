import type { Logger } from 'pino';
import { dayMs, hourMs, minuteMs } from './time-units.ts';

/** Says in the log that this machine's clock is wrong, and by how much. */
export interface ClockWatch {
  /** The `Date` header of an answer of Telegram, whose clock is right to the second. */
  noteTelegramDate(header: unknown): void;
  /** When the newest update or call of any bot was received, Unix ms; null = none yet. */
  noteNewest(at: number | null): void;
  /** Seconds that this clock is ahead of Telegram's, negative = behind; null = not compared yet. */
  aheadS(): number | null;
}

/** A Mini App's proof and a code of the second factor are refused within minutes of a wrong clock. */
const toleratedMs = 5 * minuteMs;

export function createClockWatch(logger: Pick<Logger, 'warn'>, now: () => number = Date.now): ClockWatch {
  let aheadMs: number | null = null;
  let warnedAt = Number.NEGATIVE_INFINITY;
  return {
    noteTelegramDate(header) {
      const date = typeof header === 'string' ? Date.parse(header) : Number.NaN;
      if (Number.isNaN(date)) return;
      const nowMs = now();
      aheadMs = nowMs - date;
      // By difference, not by order: a clock that is set back must not silence the next warning.
      if (Math.abs(aheadMs) <= toleratedMs || Math.abs(nowMs - warnedAt) < hourMs) return;
      warnedAt = nowMs;
      logger.warn(
        { aheadS: Math.round(aheadMs / 1_000) },
        'the clock of this machine is wrong: Telegram has another time. Set it, by NTP for example; until then what has no date of Telegram is stored at wrong times',
      );
    },
    noteNewest(receivedAt) {
      if (receivedAt === null || receivedAt - now() <= dayMs) return;
      logger.warn(
        { newest: new Date(receivedAt).toISOString() },
        'the newest update was received later than this clock says: the clock is behind, or was ahead when it was stored. What was stored then without a date of Telegram has wrong times',
      );
    },
    aheadS: () => (aheadMs === null ? null : Math.round(aheadMs / 1_000)),
  };
}
