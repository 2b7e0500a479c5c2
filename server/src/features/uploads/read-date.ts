import { senderTime } from '../../events/normalize/resolve-timestamps.ts';
import { hourMs } from '../../platform/time-units.ts';

/** `2024-03-01`, `2024-03-01 10:20`, `2024/03/01T10:20:30.5` */
const yearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?)?$/;
/** `01.03.2024`, `1.3.2024 10:20`; with strokes the month may come first, so that form is not read. */
const dayFirst = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:[T ,]+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;

/**
 * A date as exports write it, in Unix ms. Without a zone it is UTC; a day alone is its noon, which lies within that day
 * almost everywhere.
 * @returns null where there is none, undefined for what is no date, lies before 2013 or after `now`.
 */
export function readUploadDate(value: unknown, now: number): number | null | undefined {
  if (value === undefined || value === null) return null;
  const input = typeof value === 'string' ? value.trim() : value;
  if (input === '' || input === '-' || input === 'null' || input === 'NULL' || input === 'None') return null;
  const time = senderTime(input, now) ?? (typeof input === 'string' ? parseLocal(input) : null);
  return time === null || senderTime(time, now) === null || time > now ? undefined : time;
}

function parseLocal(text: string): number | null {
  const iso = yearFirst.exec(text);
  const [, year, month, day, hours, minutes, seconds] = iso ?? reorder(dayFirst.exec(text)) ?? [];
  if (year === undefined) return null;
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day));
  // 31 February rolls over into March: no such day was meant.
  if (new Date(start).getUTCDate() !== Number(day)) return null;
  if (hours === undefined) return start + 12 * hourMs;
  const ofDay = Number(hours) * hourMs + Number(minutes) * 60_000 + Number(seconds ?? 0) * 1_000;
  return Number(hours) < 24 && Number(minutes) < 60 ? start + ofDay : null;
}

function reorder(match: RegExpExecArray | null): (string | undefined)[] | null {
  if (match === null) return null;
  const [fullMatch, day, month, year, ...clock] = match;
  return [fullMatch, year, month, day, ...clock];
}
