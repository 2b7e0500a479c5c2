import type { Detail } from '@botscope/contract';
import { TZDate } from '@date-fns/tz';
import { format, getISODay } from 'date-fns';
import { AppError } from '../errors.ts';
import { calendarDate, dayStart, type Period, shiftDays } from './period.ts';

/** A period cut into neighbouring pieces. Buckets tile it: each ends where the next begins, the last at `end`. */
export interface Buckets {
  detail: Detail;
  /** First instants, Unix milliseconds, rising. Always whole seconds. */
  starts: readonly number[];
  /** Exclusive end of the last bucket. */
  end: number;
  /** Local start of each bucket: `YYYY-MM-DDTHH:mm:ss±hh:mm`. */
  labels: readonly string[];
}

/** A year of hours is 8,784 buckets; a chart of more says nothing. */
export const MAX_BUCKETS = 9_000;

const HOUR_MS = 3_600_000;

/**
 * Cuts a period at local hours, midnights, Mondays or firsts of the month. A week or month that reaches beyond the
 * period is cut off at its border, so that buckets and totals speak of the same days. Throws PeriodTooLong.
 */
export function cutIntoBuckets(period: Period, detail: Detail): Buckets {
  if (detail === 'hour' && period.days * 23 > MAX_BUCKETS) throw new AppError('PeriodTooLong', { field: 'detail' });
  const starts = detail === 'hour' ? hourStarts(period) : dayStarts(period, detail);
  if (starts.length > MAX_BUCKETS) throw new AppError('PeriodTooLong', { field: 'detail' });
  return { detail, starts, end: period.end, labels: starts.map((start) => localIso(start, period.timeZone)) };
}

/** Index of the bucket that holds the present moment, or null when it lies outside. */
export function incompleteBucket({ starts, end }: Pick<Buckets, 'starts' | 'end'>, now: number): number | null {
  if (now >= end) return null;
  const index = starts.findLastIndex((start) => start <= now);
  return index < 0 ? null : index;
}

/** `YYYY-MM-DDTHH:mm:ss±hh:mm` in the zone. */
export function localIso(moment: number, timeZone: string): string {
  return format(new TZDate(moment, timeZone), "yyyy-MM-dd'T'HH:mm:ssxxx");
}

function dayStarts(period: Period, detail: Exclude<Detail, 'hour'>): number[] {
  const starts: number[] = [];
  for (let index = 0, day = period.from; index < period.days; index += 1, day = shiftDays(day, 1)) {
    const begins =
      index === 0 || detail === 'day' || (detail === 'week' ? getISODay(calendarDate(day)) === 1 : day.endsWith('-01'));
    if (!begins) continue;
    const start = dayStart(day, period.timeZone);
    // A day that its zone left out (Samoa, 30 December 2011) has no instant of its own.
    if (start !== starts.at(-1)) starts.push(start);
  }
  return starts;
}

/**
 * Instants at which the local clock shows a full hour. The clock change of Lord Howe Island, half an hour, makes one
 * bucket of 90 minutes; elsewhere a day simply has 23 or 25 of them.
 */
function hourStarts({ start, end, timeZone }: Period): number[] {
  const starts: number[] = [];
  for (let hour = start; hour < end; ) {
    starts.push(hour);
    const next = hour + HOUR_MS;
    const minutes = new TZDate(next, timeZone).getMinutes();
    hour = minutes === 0 ? next : next + (60 - minutes) * 60_000;
  }
  return starts;
}
