import type { Event } from '@botscope/contract';
import { integer } from '../telegram/json.ts';
import { anatomyOf, valueAt } from '../telegram/update-anatomy.ts';
import { contentOf, type Draft } from './draft.ts';

const DAY_MS = 86_400_000;
/** Telegram itself is younger than any earlier moment. */
const EARLIEST_MS = Date.UTC(2013, 0, 1);
/** Numbers from here on are milliseconds: as seconds they would lie beyond the year 5100. */
const SMALLEST_MILLISECONDS = 100_000_000_000;
/** Telegram's dates are 32-bit. */
const LATEST_TOLD_S = 2 ** 32 - 1;

/** When the bot received it, and Telegram's own date. */
export function tellTime(draft: Pick<Draft, 'received' | 'update' | 'event'>): Partial<Event> {
  const { date, receivedAt } = draft.received;
  return { time: senderTime(date, receivedAt) ?? receivedAt, toldAt: toldAt(draft) };
}

function toldAt(draft: Pick<Draft, 'update' | 'event'>): number {
  const { dates = [] } = anatomyOf(draft.event.kind);
  for (const path of dates) {
    const seconds = integer(valueAt(contentOf(draft), path));
    if (seconds > 0 && seconds <= LATEST_TOLD_S) return seconds;
  }
  return 0;
}

/**
 * Reads a sender's date: RFC 3339 with any fraction, as Python, PHP and JavaScript write it, or Unix seconds or milliseconds.
 * @returns Unix milliseconds; null for a date that is absent, unreadable, without a zone, before 2013 or more than a day
 * after the receipt. A bad date must not lose an update, and a batch that is refused for it would be sent for ever.
 */
export function senderTime(date: unknown, receivedAt: number): number | null {
  const time = typeof date === 'string' ? parseDate(date) : typeof date === 'number' ? fromNumber(date) : Number.NaN;
  return time >= EARLIEST_MS && time <= receivedAt + DAY_MS ? time : null;
}

function fromNumber(date: number): number {
  return Math.round(date >= SMALLEST_MILLISECONDS ? date : date * 1000);
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
