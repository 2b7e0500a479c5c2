import type { Detail } from '@botscope/contract';
import { padTwo, quarterMs, type WallTime, wallTime } from './wall-clock.ts';

/** A stretch of time, Unix ms; `end` is not part of it. */
export interface Span {
  start: number;
  end: number;
}

export interface Bucket extends Span {
  /** Time on the clock when it begins: `YYYY-MM-DDTHH:mm:ss±hh:mm`. */
  label: string;
}

/** First and last local day, both included, and where they are local. */
export interface Days {
  from: string;
  to: string;
  zone: string;
  /** Unix ms: what comes after it is not looked at. */
  until?: number;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Cuts the earlier days of a comparison as far as the present day has gone by: at the quarter hours that are over since
 * midnight, or after the first one.
 */
export function asFarAs(earlier: Days, days: Days, now: number): Days {
  const { day } = wallTime(now, days.zone);
  if (day < days.from || day > days.to) return earlier;
  const matchingDay = shiftDay(earlier.to, 1 - countDays({ ...days, from: day }));
  const to = matchingDay < earlier.from ? earlier.from : matchingDay;
  const midnight = (localDay: string) =>
    spanOf(listBuckets({ from: localDay, to: localDay, zone: days.zone }, 'day')).start;
  const quarters = Math.max(1, Math.floor((now - midnight(day)) / quarterMs));
  const until = midnight(to) + quarters * quarterMs;
  return { ...earlier, to, ...(until < spanOf(listBuckets({ ...earlier, to }, 'day')).end ? { until } : {}) };
}

/** Time on the clock of a place, as in `label`. */
export const formatClock = (moment: number, zone: string): string => formatLabel(wallTime(moment, zone));

/** The day `days` days later, or earlier if it is negative. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

export function countDays({ from, to }: Days): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1;
}

/** As many days, just before. */
export function daysBefore(days: Days): Days {
  return { ...days, from: shiftDay(days.from, -countDays(days)), to: shiftDay(days.from, -1) };
}

/** Returns the same dates of the year before; there may be no 29 February. */
export function yearBefore(days: Days): Days {
  return { ...days, from: dateYearBefore(days.from), to: dateYearBefore(days.to) };
}

function dateYearBefore(day: string): string {
  const date = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date) ? date : date.replace('-02-29', '-02-28');
}

/**
 * Cuts local days into buckets by walking through them quarter by quarter and watching the clock: a new bucket begins
 * when it shows another hour's beginning, another day, another week, another month.
 */
export function listBuckets(days: Days, detail: Detail): readonly Bucket[] {
  const key = `${days.from} ${days.to} ${days.zone} ${days.until} ${detail}`;
  const buckets = cut.get(key) ?? cutDays(days, detail);
  cut.set(key, buckets);
  return buckets;
}

/** Cache, since the same days are requested again and again. */
const cut = new Map<string, readonly Bucket[]>();

function cutDays(days: Days, detail: Detail): Bucket[] {
  const buckets: Bucket[] = [];
  const until = days.until ?? Number.POSITIVE_INFINITY;
  let before: WallTime | undefined;
  // No clock is more than 14 hours away from UTC.
  const last = Date.parse(`${days.to}T00:00:00Z`) + 2 * dayMs;
  for (let moment = Date.parse(`${days.from}T00:00:00Z`) - dayMs; moment < last; moment += quarterMs) {
    if (moment >= until) break;
    const now = wallTime(moment, days.zone);
    if (now.day < days.from || now.day > days.to) continue;
    const open = buckets.at(-1);
    const isNewDay = now.day !== before?.day;
    if (open === undefined || before === undefined || startsBucket(before, now, detail)) {
      buckets.push({ start: moment, end: moment, label: formatLabel(now) });
    }
    // No day is shorter than 23 hours: unless they matter, most of its quarters need no look.
    if (isNewDay && detail !== 'hour') moment += 22 * hourMs;
    const current = buckets.at(-1);
    if (current) current.end = Math.min(moment + quarterMs, until);
    before = now;
  }
  return buckets;
}

function startsBucket(before: WallTime, now: WallTime, detail: Detail): boolean {
  if (detail === 'hour') return now.minute === 0 || now.day !== before.day;
  if (detail === 'day') return now.day !== before.day;
  if (detail === 'week') return mondayOf(now.day) !== mondayOf(before.day);
  return now.day.slice(0, 7) !== before.day.slice(0, 7);
}

/** 1 is Monday, 7 is Sunday. */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The Monday of the week of `day`. */
function mondayOf(day: string): string {
  return shiftDay(day, 1 - weekday(day));
}

function formatLabel({ day, hour, minute, offset }: WallTime): string {
  return `${day}T${padTwo(hour)}:${padTwo(minute)}:00${offset}`;
}

export function spanOf(buckets: readonly Span[]): Span {
  return { start: buckets.at(0)?.start ?? 0, end: buckets.at(-1)?.end ?? 0 };
}

export function isWithin(moment: number, { start, end }: Span): boolean {
  return start <= moment && moment < end;
}
