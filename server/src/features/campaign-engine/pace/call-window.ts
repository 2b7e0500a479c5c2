const windowMs = 1_000;
/** Calls are no closer than this part of an even second's share, so that a late call is not followed by a burst. */
const gapShare = 0.8;
/** With a gap below 5 ms, timers that are late cost speed: 5 % of 300 messages a second. */
const maxSpaced = 160;
/** A timer that is late by no more is made up for, ms. */
const timerMs = 5;
/** Difference of clocks and networks between two calls on a quiet machine, ms. */
const marginMs = 4;
/** A call that takes longer delays the others by no more, ms: else one without an answer would stop them all. */
const maxLateMs = 2_000;
/** Interval at which a call that waits for the answer of another one looks again, ms. */
const lookMs = 10;
/** Number of answers among which the quickest counts as not delayed. */
const samples = 10;
/** Time over which the quickest answer is determined, up to twice, ms: Telegram may have become slower for good. */
const quickestMs = 30_000;

/** Messages within any second. */
interface Cap {
  cap: number;
}

/** A call that has begun. */
export interface BegunCall {
  /** Telegram has answered, whatever. */
  answered(now: number): void;
  /** The call has ended, with or without an answer. */
  ended(now: number): void;
}

/**
 * Limits the messages that reach Telegram within any second. A call that was sent a second ago may
 * have arrived later: 15 calls that a busy network delayed by 300 ms once met the 30 after them. It has arrived when it is
 * answered; what its answer took longer than the quickest one may have been its way, so it counts for so much longer.
 * Moments are ms, and rise.
 */
export function createCallWindow() {
  let calls: { beganAt: number; size: number; durationMs: number | null }[] = [];
  /** The next call begins no sooner. */
  let nextAt = Number.NEGATIVE_INFINITY;
  let answers = 0;
  let quickest = {
    since: Number.NEGATIVE_INFINITY,
    ms: Number.POSITIVE_INFINITY,
    previousMs: Number.POSITIVE_INFINITY,
  };

  function noteAnswer(now: number, ms: number): void {
    answers += 1;
    const isOver = now - quickest.since >= quickestMs;
    if (isOver) quickest = { since: now, ms, previousMs: quickest.ms };
    else quickest.ms = Math.min(quickest.ms, ms);
  }
  const usualMs = (): number => (answers < samples ? 0 : Math.min(quickest.ms, quickest.previousMs));

  /**
   * Time from which the call no longer counts, as far as is known. Without an answer it may arrive only now, unless
   * answers usually take as long: a Telegram that needs five seconds for each would get a third of the cap otherwise.
   */
  function freeAt({ beganAt, durationMs }: (typeof calls)[number], now: number): number {
    const usual = usualMs();
    const lateMs = durationMs === null ? now - beganAt - Math.max(usual, windowMs - lookMs) : durationMs - usual;
    return beganAt + windowMs + Math.max(marginMs, Math.min(maxLateMs, lateMs));
  }

  /** Messages that still count at `moment`. */
  function count(now: number, moment = now): number {
    let sum = 0;
    for (const call of calls) if (freeAt(call, now) > moment) sum += call.size;
    return sum;
  }

  return {
    count,

    /** Whole milliseconds until a call may begin; 0: now. `queued`: messages that go before it. */
    beginInMs(now: number, { cap }: Cap, { size = 1, queued = 0 }: { size?: number; queued?: number } = {}): number {
      const gapMs = Math.max(0, Math.ceil(nextAt - now));
      let excess = count(now) - Math.max(0, cap - size - queued);
      if (excess <= 0) return gapMs;
      const releases = calls.map((call) => ({ at: freeAt(call, now), size: call.size })).filter(({ at }) => at > now);
      for (const { at, size: freed } of releases.toSorted((one, other) => one.at - other.at)) {
        excess -= freed;
        if (excess <= 0) return Math.max(gapMs, Math.ceil(at - now));
      }
      return gapMs;
    },

    begin(now: number, { cap }: Cap, size = 1): BegunCall {
      const call: (typeof calls)[number] = { beganAt: now, size, durationMs: null };
      calls = calls.filter((one) => freeAt(one, now) > now);
      calls.push(call);
      const gapMs = cap > maxSpaced ? 0 : gapShare * (windowMs / cap);
      nextAt = Math.max(nextAt, now - timerMs) + Math.min(size, cap) * gapMs;
      return {
        answered(answeredAt) {
          if (call.durationMs !== null) return;
          call.durationMs = answeredAt - now;
          noteAnswer(answeredAt, call.durationMs);
        },
        ended(endedAt) {
          call.durationMs ??= endedAt - now;
        },
      };
    },
  };
}

export type CallWindow = ReturnType<typeof createCallWindow>;
