import {
  type Days,
  type Detail,
  daysOfName,
  details,
  type PeriodPreset,
  type PeriodWord,
  periodPresets,
  periodWords,
} from '@botscope/contract';

const dayMs = 86_400_000;

export function asPreset(period: string): PeriodPreset | null {
  return periodPresets.find((preset) => preset === period) ?? null;
}

export function asWord(period: string): PeriodWord | null {
  return periodWords.find((word) => word === period) ?? null;
}

export const isPeriod = (period: string): boolean =>
  asPreset(period) !== null || asWord(period) !== null || parseRange(period) !== null;

/** First and last day of `YYYY-MM-DD..YYYY-MM-DD`; null for anything else, also for days that no calendar has. */
export function parseRange(period: string): Days | null {
  const match = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(period);
  const [, from = '', to = ''] = match ?? [];
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** The days that a period stands for on a given day; null for what is no period. `since` is the day of the first event. */
export const daysFrom = (period: string, today: string, since?: string): Days | null =>
  daysOfName(period, today, since) ?? parseRange(period);

/** The calendar day that it is now in a zone (the browser's own unless given), `YYYY-MM-DD`: the form of the Swedish locale. */
export const todayIn = (timeZone?: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return day !== '' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Length in local days; 0 for what is no period, and for `all`, whose length is not known here. */
export function countDays(period: string, today = todayIn()): number {
  const range = period === 'all' ? null : daysFrom(period, today);
  return range ? (Date.parse(range.to) - Date.parse(range.from)) / dayMs + 1 : 0;
}

/** Fewest and most days at which a detail makes a chart: two points at least, and not more than a reader can distinguish. */
const sensible: Record<Detail, readonly [fewest: number, most: number]> = {
  hour: [1, 31],
  day: [2, 366],
  week: [8, 1_100],
  month: [29, 3_660],
};

type Fitness = 'fits' | 'tooFew' | 'tooMany';

/** Whether a detail suits a period, for every detail. All do where the length is not known. */
export function rateDetails(period: string): Record<Detail, Fitness> {
  if (period === 'all') return { hour: 'fits', day: 'fits', week: 'fits', month: 'fits' };
  const days = countDays(period);
  const judge = ([fewest, maxDays]: readonly [number, number]): Fitness =>
    days < fewest ? 'tooFew' : days > maxDays ? 'tooMany' : 'fits';
  return {
    hour: judge(sensible.hour),
    day: judge(sensible.day),
    week: judge(sensible.week),
    month: judge(sensible.month),
  };
}

/** The wanted detail where it suits the period, else the finest one that gives a readable chart. */
export function detailFor(period: string, requestedDetail: Detail | null): Detail {
  const fitness = rateDetails(period);
  if (requestedDetail && fitness[requestedDetail] === 'fits') return requestedDetail;
  if (period === 'all') return 'day';
  const days = countDays(period);
  const usual: Detail = days <= 2 ? 'hour' : days <= 180 ? 'day' : days <= 1_100 ? 'week' : 'month';
  return fitness[usual] === 'fits' ? usual : (details.find((detail) => fitness[detail] === 'fits') ?? 'day');
}

/** The period shown where the address names none: long enough for its detail. */
export function usualPeriod(detail: Detail | null): PeriodPreset {
  if (detail === 'hour') return '7d';
  return detail === 'week' || detail === 'month' ? '90d' : '30d';
}
