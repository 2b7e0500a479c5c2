import { dayMs } from '../../../platform/time-units.ts';

/** A stretch of time in Unix ms; the end is exclusive. */
export interface Stretch {
  start: number;
  end: number;
}

/**
 * The past is read in stretches, each eight times as long as the one before: the person who writes every day costs two
 * days of the table, and the one who was silent for two years four statements, not 730.
 */
const firstDays = 2;
const growth = 8;
/** After a stretch of so many days the rest of the past is one. */
const longestDays = 128;
/** Telegram's messages are younger. */
const beginning = 0;

/** From a moment backwards, until the reader stops or the past ends. What lies after `now` is part of the first one. */
export function* backwards(from: number, now: number): Generator<Stretch> {
  let end = from;
  for (let days = firstDays; end > beginning; days *= growth) {
    const start = days > longestDays ? beginning : Math.max(beginning, Math.min(end, now) - days * dayMs);
    yield { start, end };
    end = start;
  }
}

/** From a moment on, up to `until`. */
export function* forwards(from: number, until: number): Generator<Stretch> {
  let start = from;
  for (let days = firstDays; start < until; days *= growth) {
    const end = days > longestDays ? until : Math.min(until, start + days * dayMs);
    yield { start, end };
    start = end;
  }
}
