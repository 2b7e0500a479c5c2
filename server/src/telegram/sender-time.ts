import { dayMs } from '../platform/time-units.ts';

/** Telegram itself is younger than any earlier moment. */
export const earliestMs = Date.UTC(2013, 0, 1);
/** Numbers from here on are milliseconds: as seconds they would lie beyond the year 5100. */
const smallestMilliseconds = 100_000_000_000;

/** Reason not to use a sender's date: it cannot be read, lies before 2013, or more than a day after the receipt. */
export type DateProblem = 'unreadable' | 'early' | 'future';

/**
 * Reads a sender's date: RFC 3339 with a zone and any fraction, as Python, PHP and JavaScript write it, or Unix seconds or
 * milliseconds, also as text.
 * @returns Unix milliseconds, or what is wrong. Absent and null are unreadable: callers look for them first.
 */
export function parseSenderTime(date: unknown, receivedAt: number): number | DateProblem {
  const time = typeof date === 'string' ? parseDate(date) : typeof date === 'number' ? fromNumber(date) : Number.NaN;
  if (!Number.isFinite(time)) return 'unreadable';
  if (time < earliestMs) return 'early';
  return time > receivedAt + dayMs ? 'future' : time;
}

function fromNumber(date: number): number {
  return Math.round(date >= smallestMilliseconds ? date : date * 1000);
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:[.,](\d{1,9}))? ?(?:([Zz])|([+-]\d\d):?(\d\d)?)$/;
const unixTime = /^\d{1,13}(?:\.\d{1,9})?$/;

function parseDate(date: string): number {
  const match = rfc3339.exec(date);
  if (match === null) return unixTime.test(date) ? fromNumber(Number(date)) : Number.NaN;
  const [, day, clock, fraction = '', utc, hours, minutes = '00'] = match;
  const zone = utc === undefined ? `${hours}:${minutes}` : 'Z';
  return Date.parse(`${day}T${clock}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`);
}
