import { dayMs } from '../../../platform/time-units.ts';

/** A stretch of time in Unix ms; the end is exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/** Numbers of rows found in the stretches so far, and of rows still missing. */
export interface Progress {
  found: number;
  missing: number;
}

/**
 * The past is read in stretches, each at least eight times as long as the one before: the user who writes every day
 * costs two days of the table, and the one who was silent for two years four statements, not 730.
 */
const firstDays = 2;
const growth = 8;
/** Longest stretch, days: after one of this length the rest of the past is one stretch. */
const longestDays = 128;
/** Telegram's messages are younger. */
const beginning = 0;

/** From a moment backwards, until the reader stops or the past ends. What lies after `now` is part of the first one. */
export function* backwards(from: number, now: number): Generator<Stretch, void, Progress | undefined> {
  let end = from;
  for (const length = lengths(); end > beginning; ) {
    const start = length.days > longestDays ? beginning : Math.max(beginning, Math.min(end, now) - length.days * dayMs);
    length.grow(yield { start, end });
    end = start;
  }
}

/** From a moment on, up to `until`. */
export function* forwards(from: number, until: number): Generator<Stretch, void, Progress | undefined> {
  let start = from;
  for (const length = lengths(); start < until; ) {
    const end = length.days > longestDays ? until : Math.min(until, start + length.days * dayMs);
    length.grow(yield { start, end });
    start = end;
  }
}

/**
 * Lengths of stretches. For users who write rarely, the next one should find the rest at the rate so far, plus half of
 * that: each statement costs some 15 ms before it reads anything.
 */
function lengths() {
  const length = {
    days: firstDays,
    covered: 0,
    grow(progress: Progress | undefined) {
      length.covered += length.days;
      const { found = 0, missing = 0 } = progress ?? {};
      const atThisRate = found === 0 ? 0 : (1.5 * length.covered * missing) / found;
      length.days = Math.max(length.days * growth, Math.ceil(atThisRate));
    },
  };
  return length;
}
