import type { Report } from '@botscope/contract';
import { formatValue } from './units.ts';

interface HeatCell {
  value: number;
  text: string;
  /** Depth of colour, 0 (nothing) to 5 (the busiest). */
  depth: number;
}

interface HeatRow {
  /** 1 = Monday … 7 = Sunday. */
  weekday: number;
  short: string;
  long: string;
  cells: HeatCell[];
}

export interface Heatmap {
  hours: string[];
  rows: HeatRow[];
  /** The busiest cell; null where nothing happened at all. */
  peak: { weekday: number; hour: number } | null;
}

const heatDepths = 5;
// 2024-01-01 was a Monday: only its weekday is read.
const monday = Date.UTC(2024, 0, 1);

/** Actions by hour of week: seven rows from Monday, 24 columns, shaded in five steps of the busiest hour. */
export function prepareHeatmap(report: Report, locale: string): Heatmap {
  const top = Math.max(0, ...report.lines.flatMap((line) => line.values.map((value) => value ?? 0)));
  const write = (weekday: number, style: 'short' | 'long') =>
    new Intl.DateTimeFormat(locale, { weekday: style, timeZone: 'UTC' }).format(monday + (weekday - 1) * 86_400_000);
  let peak: Heatmap['peak'] = null;
  const rows = [1, 2, 3, 4, 5, 6, 7].map((weekday): HeatRow => {
    const values = report.lines.find((line) => line.name === String(weekday))?.values ?? [];
    const cells = Array.from({ length: 24 }, (_, hour): HeatCell => {
      const value = values[hour] ?? 0;
      if (value === top && value > 0 && !peak) peak = { weekday, hour };
      return {
        value,
        text: formatValue(value, 'actions', locale),
        depth: value > 0 ? Math.max(1, Math.ceil((value / top) * heatDepths)) : 0,
      };
    });
    return { weekday, short: write(weekday, 'short'), long: write(weekday, 'long'), cells };
  });
  return { hours: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0')), rows, peak };
}
