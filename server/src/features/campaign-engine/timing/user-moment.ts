import { TZDate } from '@date-fns/tz';
import { dayMs, minuteMs } from '../../../platform/time-units.ts';

/** A day and a time of day, wherever one is. */
export interface LocalTime {
  /** `YYYY-MM-DD` */
  date: string;
  /** `HH:MM` */
  time: string;
}

/** Offset from UTC in a time zone at a moment, ms. */
export const offsetAt = (moment: number, zone: string): number =>
  -new TZDate(moment, zone).getTimezoneOffset() * minuteMs;

/**
 * When clocks of a time zone show a local time, unix ms. Where they show it twice, the first one; where they skip it, as
 * much later as they skip: 02:30 is 03:30 then. That is the rule of calendars, and `compatible` of Temporal.
 */
export function momentIn({ date, time }: LocalTime, zone: string): number {
  const clockMs = Date.parse(`${date}T${time}:00Z`);
  // Offsets change seldom: before and after the time in question are the only two that can hold then.
  const [before, after] = [offsetAt(clockMs - dayMs, zone), offsetAt(clockMs + dayMs, zone)];
  const exact = [before, after]
    .map((offset) => clockMs - offset)
    .filter((moment) => moment + offsetAt(moment, zone) === clockMs);
  return exact.length > 0 ? Math.min(...exact) : clockMs - before;
}

/** The first time that such a local time comes, on its day or a later one, not before a moment: unix ms. */
export function nextMomentIn(localTime: LocalTime, zone: string, notBefore: number): number {
  const first = momentIn(localTime, zone);
  if (first >= notBefore) return first;
  // Days between them, less one: clocks may have changed.
  const days = Math.max(0, Math.floor((notBefore - first) / dayMs) - 1);
  for (let day = days; ; day += 1) {
    const date = new Date(Date.parse(localTime.date) + day * dayMs).toISOString().slice(0, 10);
    const moment = momentIn({ ...localTime, date }, zone);
    if (moment >= notBefore) return moment;
  }
}
