import { computeChange, formatChange } from './change.ts';
import type { Figure } from './figures.ts';
import type { NamedLine } from './lines.ts';
import { colorAt, type Scheme } from './palette.ts';
import { traitsOf } from './report-traits.ts';
import { formatValue } from './units.ts';

interface TooltipRow {
  key: string;
  label: string;
  color: string | null;
  value: string;
  before: string | null;
  change: string | null;
}

export interface Tooltip {
  title: string;
  /** Name of the earlier bucket, where a comparison is on show. */
  beforeTitle: string | null;
  unfinished: boolean;
  rows: TooltipRow[];
}

export interface TooltipContext {
  type: string;
  names: readonly string[];
  beforeNames: readonly string[] | null;
  incomplete: number | null;
  scheme: Scheme;
  locale: string;
  labelOf(line: NamedLine): string;
  words: { total: string; points: string };
}

/** Prepares the texts for one bucket of a chart; a stack is listed from its top, with the sum of what is on show. */
export function prepareTooltip(figure: Figure, index: number, context: TooltipContext): Tooltip {
  const { locale, words } = context;
  const rising = traitsOf(context.type).rising;
  const compared = context.beforeNames !== null && !figure.stacked;
  const rows = figure.lines.map((line): TooltipRow => {
    const value = line.values[index] ?? null;
    const before = compared && line.before ? (line.before.values[index] ?? null) : null;
    return {
      key: line.id,
      label: context.labelOf(line),
      color: colorAt(line.place, context.scheme),
      value: formatValue(value, line.unit, locale, line.currency),
      before: compared && line.before ? formatValue(before, line.unit, locale, line.currency) : null,
      change:
        compared && line.before
          ? formatChange(computeChange(value, before, line.unit, rising), locale, words.points)
          : null,
    };
  });
  if (figure.stacked) {
    rows.reverse();
    const numbers = figure.lines.map((line) => line.values[index] ?? null).filter((value) => value !== null);
    const sum = numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0);
    const value = formatValue(sum, figure.unit, locale);
    rows.unshift({ key: ' total', label: words.total, color: null, value, before: null, change: null });
  }
  return {
    title: context.names[index] ?? '',
    beforeTitle: compared ? (context.beforeNames?.[index] ?? null) : null,
    unfinished: index === context.incomplete,
    rows,
  };
}

/** Returns the tooltip as one sentence for a screen reader. */
export function sayTooltip(tooltip: Tooltip, words: { unfinished: string; before: string }): string {
  const title = tooltip.unfinished ? `${tooltip.title} (${words.unfinished})` : tooltip.title;
  const rows = tooltip.rows.map((row) =>
    row.before === null ? `${row.label}: ${row.value}` : `${row.label}: ${row.value}, ${words.before}: ${row.before}`,
  );
  return `${title}. ${rows.join('. ')}`;
}
