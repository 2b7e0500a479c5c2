import type { Clock } from '../../platform/clock.ts';
import { dayMs, hourMs, minuteMs } from '../../platform/time-units.ts';

/** Receipts to be read, Unix ms; the end is exclusive. */
export interface Look {
  from: number;
  until: number;
  /** Time of the earliest event that is read, which bounds the rows to be searched. */
  since: number;
}

/** Delay between receipt and store that the next look still covers, ms: clocks differ, inserts wait. */
const overlapMs = 5 * minuteMs;
/**
 * A clock may have been wrong when an event was received: days ahead, until someone set it, or behind the store's clock,
 * which says since when a subject reads.
 */
const clockErrorMs = { ahead: 7 * dayMs, behind: dayMs };
/** Once in a while the whole last day is read again: a process that was away may have had events of it on its disk. */
const deepMs = dayMs;
/** Highest age of an event when it is received, ms: more where the whole day is read. */
const latenessMs = { new: 6 * hourMs, deep: 4 * dayMs };

/**
 * Remembers for how long a wrong clock still matters: an event that was received just before the clock was set forward is
 * stored after it, with a receipt that is older than the overlap. Users of an automation waited a quarter of an hour.
 */
export function createClockSteps({ now, monotonic }: Clock): { setForwardMs(): number } {
  // Differences of the two clocks that may still be the least one, rising.
  let offsets: { measuredAt: number; ms: number }[] = [];
  return {
    /** Returns by how much the clock was behind its present course, at most, in the last five minutes; ms. */
    setForwardMs() {
      const measuredAt = monotonic();
      // Whole ms, as receipts are: the monotonic clock has fractions, which the store takes for no number.
      const ms = Math.round(now() - measuredAt);
      offsets = [
        ...offsets.filter((one) => one.measuredAt >= measuredAt - overlapMs && one.ms < ms),
        { measuredAt, ms },
      ];
      return ms - (offsets[0]?.ms ?? ms);
    },
  };
}

/** Plans a look from the first receipt that may not have been read. Moments are Unix ms. */
export function planLook(options: {
  /** Null: nothing was read. */
  readUntil: number | null;
  /** Earlier events are not asked for. */
  activeSince: number;
  isDeep: boolean;
  now: number;
  /** How far the clock has been set forward of late, ms (see `createClockSteps`). */
  setForwardMs?: number;
}): Look {
  const { activeSince, isDeep, now, setForwardMs = 0 } = options;
  // After a clock was set back, the last look seems to lie ahead.
  const readUntil = Math.min(options.readUntil ?? 0, now) - setForwardMs;
  const unread = isDeep ? Math.min(readUntil, now + overlapMs - deepMs) : readUntil;
  const from = Math.max(0, unread - overlapMs, activeSince - clockErrorMs.behind);
  const since = Math.max(activeSince, from - latenessMs[isDeep ? 'deep' : 'new']);
  return { from, until: now + clockErrorMs.ahead, since };
}
