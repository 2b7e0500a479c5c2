import { toDate } from '@botscope/server/simulation/time.ts';

/** A source of time that can call back later: the wall clock in a demo, a settable clock in a test. */
export interface Clock {
  now(): Date;
  /** Calls `run` once, `ms` milliseconds from now; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** A span of time: milliseconds, or a number with a unit as in `500ms`, `30s`, `20m`, `2h`, `1d`. */
export type Duration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds of a duration; throws on a text that is not a number followed by one of the units. */
export function toMilliseconds(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration);
  const unit = unitMs[match?.[2] ?? ''];
  if (!match || unit === undefined) throw new Error(`not a duration: "${duration}" (write 500ms, 30s, 20m, 2h or 1d)`);
  return Math.round(Number(match[1]) * unit);
}

/** The machine's own time. */
export const wallClock: Clock = {
  now: () => new Date(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that stands still until it is moved; moving it forward runs the timers that fall due, in time order. */
export interface SettableClock extends Clock {
  advance(by: Duration): void;
  /** Jumps to a moment. Going back is allowed and runs no timer. */
  set(to: string | Date): void;
  /** Number of timers that are still waiting. */
  readonly waiting: number;
  /** Milliseconds until the first of them; null if none waits. Distinguishes timers where a count does not. */
  readonly nextIn: number | null;
}

interface Timer {
  due: number;
  run: () => void;
}

/** Makes a settable clock that shows `start`. */
export function createClock(start: string | Date): SettableClock {
  let time = toDate(start).getTime();
  const timers = new Set<Timer>();

  function moveTo(target: number): void {
    for (let next = earliest(timers, target); next; next = earliest(timers, target)) {
      timers.delete(next);
      time = Math.max(time, next.due);
      next.run();
    }
    time = target;
  }

  return {
    now: () => new Date(time),
    after(ms, run) {
      const timer = { due: time + Math.max(0, ms), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    advance: (duration) => moveTo(time + toMilliseconds(duration)),
    set: (to) => moveTo(toDate(to).getTime()),
    get waiting() {
      return timers.size;
    },
    get nextIn() {
      const next = earliest(timers, Number.POSITIVE_INFINITY);
      return next === undefined ? null : next.due - time;
    },
  };
}

function earliest(timers: Set<Timer>, until: number): Timer | undefined {
  let first: Timer | undefined;
  for (const timer of timers) if (timer.due <= until && (!first || timer.due < first.due)) first = timer;
  return first;
}
