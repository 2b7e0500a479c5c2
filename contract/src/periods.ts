/** Presets of the specification: that many days, today included. */
export const periodPresets = ['today', '7d', '30d', '90d'] as const;
/** Further periods that move with the calendar. This month and this year end today; `all` begins with the bot's first event. */
export const periodWords = ['yesterday', 'this_month', 'last_month', 'this_year', 'all'] as const;

export type PeriodPreset = (typeof periodPresets)[number];
export type PeriodWord = (typeof periodWords)[number];

/** First and last day, `YYYY-MM-DD`, both included. */
export interface Days {
  from: string;
  to: string;
}

const presetDays: Readonly<Record<PeriodPreset, number>> = { today: 1, '7d': 7, '30d': 30, '90d': 90 };

/**
 * The days of a preset or a word; null for any other text. `since` is the day of the bot's first event, unknown for a bot
 * without events, whose whole time is today.
 */
export function daysOfName(name: string, today: string, since?: string | null): Days | null {
  if (Object.hasOwn(presetDays, name)) {
    return { from: shiftDay(today, 1 - presetDays[name as PeriodPreset]), to: today };
  }
  const month = `${today.slice(0, 7)}-01`;
  switch (name as PeriodWord) {
    case 'yesterday':
      return { from: shiftDay(today, -1), to: shiftDay(today, -1) };
    case 'this_month':
      return { from: month, to: today };
    case 'last_month': {
      const to = shiftDay(month, -1);
      return { from: `${to.slice(0, 7)}-01`, to };
    }
    case 'this_year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case 'all':
      return { from: since && since < today ? since : today, to: today };
    default:
      return null;
  }
}

/** Calendar days later, or earlier. In UTC, where all days have 24 hours. */
const shiftDay = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);

/** Periods to compare with: as many days before, the same dates a year earlier, or a chosen one (`compare_period`). */
export const comparisons = ['previous', 'year', 'custom'] as const;
