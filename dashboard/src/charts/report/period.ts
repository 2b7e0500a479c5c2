import { type Detail, details, periodPresets } from '@botscope/contract';

type Preset = (typeof periodPresets)[number];

const presetDays: Record<Preset, number> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };
const dayMs = 86_400_000;

export function asPreset(period: string): Preset | null {
  return periodPresets.find((preset) => preset === period) ?? null;
}

/** First and last day of `YYYY-MM-DD..YYYY-MM-DD`; null for anything else, also for days that no calendar has. */
export function rangeOf(period: string): { from: string; to: string } | null {
  const match = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(period);
  const [, from = '', to = ''] = match ?? [];
  return isDay(from) && isDay(to) && from <= to ? { from, to } : null;
}

/** The days that a period stands for on a given day; null for what is no period. */
export function daysFrom(period: string, today: string): { from: string; to: string } | null {
  const preset = asPreset(period);
  if (!preset) return rangeOf(period);
  const first = new Date(Date.parse(today) - (presetDays[preset] - 1) * dayMs);
  return { from: first.toISOString().slice(0, 10), to: today };
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return day !== '' && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Length in local days; 0 for what is no period. */
export function daysOf(period: string): number {
  const preset = asPreset(period);
  if (preset) return presetDays[preset];
  const range = rangeOf(period);
  return range ? (Date.parse(range.to) - Date.parse(range.from)) / dayMs + 1 : 0;
}

/** Fewest and most days at which a detail makes a chart: two points at least, and not more than can be told apart. */
const sensible: Record<Detail, readonly [fewest: number, most: number]> = {
  hour: [1, 31],
  day: [2, 366],
  week: [8, 1_100],
  month: [29, 3_660],
};

type Fitness = 'fits' | 'tooFew' | 'tooMany';

/** Whether a detail suits a period, for every detail. */
export function fitnessOf(period: string): Record<Detail, Fitness> {
  const days = daysOf(period);
  const judge = ([fewest, most]: readonly [number, number]): Fitness =>
    days < fewest ? 'tooFew' : days > most ? 'tooMany' : 'fits';
  return {
    hour: judge(sensible.hour),
    day: judge(sensible.day),
    week: judge(sensible.week),
    month: judge(sensible.month),
  };
}

/** The wanted detail where it suits the period, else the finest one that gives a readable chart. */
export function detailFor(period: string, wanted: Detail | null): Detail {
  const fitness = fitnessOf(period);
  if (wanted && fitness[wanted] === 'fits') return wanted;
  const days = daysOf(period);
  const usual: Detail = days <= 2 ? 'hour' : days <= 180 ? 'day' : days <= 1_100 ? 'week' : 'month';
  return fitness[usual] === 'fits' ? usual : (details.find((detail) => fitness[detail] === 'fits') ?? 'day');
}

/** The period shown where the address names none: long enough for its detail. */
export function usualPeriod(detail: Detail | null): Preset {
  if (detail === 'hour') return '7d';
  return detail === 'week' || detail === 'month' ? '90d' : '30d';
}
