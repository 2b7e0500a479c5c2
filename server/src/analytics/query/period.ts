import { type Detail, daysOfName, details } from '@botscope/contract';
import { TZDate } from '@date-fns/tz';
import { differenceInCalendarDays } from 'date-fns/differenceInCalendarDays';
import { endOfMonth } from 'date-fns/endOfMonth';
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { startOfDay } from 'date-fns/startOfDay';
import { subMonths } from 'date-fns/subMonths';
import { subYears } from 'date-fns/subYears';
import { quarterHourMs } from '../../events/rollups/read/activity-runs.ts';
import { AppError } from '../../platform/errors.ts';

/** A run of local calendar days. `start` and `end` (exclusive) are the instants of its borders, Unix milliseconds. */
export interface Period {
  /** First and last local day, `YYYY-MM-DD`, both included. */
  from: string;
  to: string;
  timeZone: string;
  days: number;
  start: number;
  end: number;
  /** `end` lies within the last day. */
  endsEarly?: true;
  /** Named as a month or year of the calendar: the one before it is the previous period. */
  calendar?: 'month' | 'year';
}

/** 24 years: no bot is older, and it keeps lists of days and cells of the bucket grid small. */
const maxDays = 8_766;
/** Seconds since 1970 must fit 32 bits in the bucket grid, also after a comparison with the year before. */
const firstYear = 2000;
const lastYear = 2100;

const calendarWords: Readonly<Record<string, 'month' | 'year'>> = {
  this_month: 'month',
  last_month: 'month',
  this_year: 'year',
};

interface PeriodReading {
  /** Local day of the bot's first event, with which `all` begins. */
  dataSince?: string | null | undefined;
  /** Field that an error names. */
  field?: 'period' | 'compare_period';
}

/**
 * Parses a name of contract's periods.ts (`7d`, `last_month`) or `YYYY-MM-DD..YYYY-MM-DD` (both days included) in an IANA
 * zone. Throws InvalidPeriod, PeriodTooLong, or InvalidField for a zone that does not exist.
 */
export function parsePeriod(text: string, timeZone: string, now: number, reading: PeriodReading = {}): Period {
  checkTimeZone(timeZone);
  const { dataSince, field = 'period' } = reading;
  const namedDays = daysOfName(text, localDay(now, timeZone), dataSince);
  const [, from, to] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  const days = namedDays ?? { from: from ?? '', to: to ?? '' };
  if (!isDay(days.from) || !isDay(days.to) || days.from > days.to) throw new AppError('InvalidPeriod', { field });
  const period = buildPeriod(days.from, days.to, timeZone);
  if (period.days > maxDays) throw new AppError('PeriodTooLong', { field });
  const calendar = Object.hasOwn(calendarWords, text) ? calendarWords[text] : undefined;
  return calendar === undefined ? period : { ...period, calendar };
}

/** As many days, just before; of a calendar month or year the one before, as far as this one goes. */
export function previousPeriod({ from, to, days, timeZone, calendar }: Period): Period {
  if (calendar === 'year') return yearEarlier({ from, to, timeZone });
  if (calendar === 'month') {
    const earlier = subMonths(calendarDate(to), 1);
    const isWhole = dayText(endOfMonth(calendarDate(to))) === to;
    return buildPeriod(
      dayText(subMonths(calendarDate(from), 1)),
      dayText(isWhole ? endOfMonth(earlier) : earlier),
      timeZone,
    );
  }
  return buildPeriod(shiftDays(from, -days), shiftDays(from, -1), timeZone);
}

/** Returns the same dates a year earlier; 29 February becomes the 28th. */
export function yearEarlier({ from, to, timeZone }: Pick<Period, 'from' | 'to' | 'timeZone'>): Period {
  const earlier = (day: string) => dayText(subYears(calendarDate(day), 1));
  return buildPeriod(earlier(from), earlier(to), timeZone);
}

/**
 * Cuts an earlier period to the part that has elapsed of a period that is not over: up to the same day of it, as long
 * after midnight, so that a morning is not compared with a whole day. To the last full quarter of an hour (roll-ups are
 * exact to that), and one at least.
 */
export function asFarAs(earlier: Period, period: Period, now: number): Period {
  if (now < period.start || now >= period.end) return earlier;
  const { timeZone } = period;
  const today = localDay(now, timeZone);
  const daysLeft = differenceInCalendarDays(calendarDate(period.to), calendarDate(today));
  const sameDay = shiftDays(earlier.to, -daysLeft);
  const elapsedPeriod = buildPeriod(earlier.from, sameDay < earlier.from ? earlier.from : sameDay, timeZone);
  const sinceMidnight = Math.floor((now - dayStart(today, timeZone)) / quarterHourMs) * quarterHourMs;
  const end = dayStart(elapsedPeriod.to, timeZone) + Math.max(quarterHourMs, sinceMidnight);
  return end < elapsedPeriod.end ? { ...elapsedPeriod, end, endsEarly: true } : elapsedPeriod;
}

/** Begins the period some days earlier: a rolling window that ends on its first day looks back at them. */
export function beginEarlier({ from, to, timeZone, ...rest }: Period, days: number): Period {
  return { ...buildPeriod(shiftDays(from, -days), to, timeZone), end: rest.end };
}

/** Ends the period some days later: for what users who were new in it did afterwards. */
export function endLater({ from, to, timeZone }: Period, days: number): Period {
  return buildPeriod(from, shiftDays(to, days), timeZone);
}

/** The detail asked for, or the one that suits the length: some 24 to 106 buckets. Throws InvalidDetail. */
export function parseDetail(text: string | undefined, { days }: Pick<Period, 'days'>): Detail {
  if (text === undefined) return days <= 2 ? 'hour' : days <= 92 ? 'day' : days <= 731 ? 'week' : 'month';
  const detail = details.find((one) => one === text);
  if (!detail) throw new AppError('InvalidDetail', { field: 'detail' });
  return detail;
}

/** The local calendar day of a moment, `YYYY-MM-DD`. */
export function localDay(moment: number, timeZone: string): string {
  return dayText(new TZDate(moment, timeZone));
}

/** The day `count` calendar days later (or earlier). In UTC, where all days have 24 hours. */
export function shiftDays(day: string, count: number): string {
  return new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
}

/** A calendar day for sums of days. In UTC, where no clock change can disturb them. */
export function calendarDate(day: string): TZDate {
  return new TZDate(`${day}T00:00:00Z`, 'UTC');
}

/** First instant of a local day, Unix ms. Where the clock jumps over midnight (Cairo in April) that is 01:00. */
export function dayStart(day: string, timeZone: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // From noon, because midnight itself may be missing or come twice.
  return startOfDay(new TZDate(year, month - 1, date, 12, timeZone)).getTime();
}

function buildPeriod(from: string, to: string, timeZone: string): Period {
  const days = differenceInCalendarDays(calendarDate(to), calendarDate(from)) + 1;
  return { from, to, timeZone, days, start: dayStart(from, timeZone), end: dayStart(shiftDays(to, 1), timeZone) };
}

function isDay(text: string): boolean {
  const date = calendarDate(text);
  const year = date.getFullYear();
  // 2024-02-30 reads as 1 March: such a day does not come back as it went in.
  return isValid(date) && dayText(date) === text && year >= firstYear && year < lastYear;
}

function dayText(date: TZDate): string {
  return format(date, 'yyyy-MM-dd');
}

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch (cause) {
    throw new AppError('InvalidField', { field: 'time_zone', cause });
  }
}
