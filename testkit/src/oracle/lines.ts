import type { ReportLine } from '@botscope/contract';
import type { Span } from './calendar.ts';
import type { Look } from './question.ts';

/** A line whose number is computed for each bucket, and once more for the whole period. */
export function line(name: string, { buckets, span }: Look, count: (span: Span) => number | null): ReportLine {
  return { name, values: buckets.map((bucket) => rounded(count(bucket))), total: rounded(count(span)) };
}

/**
 * A level: how things are at a bucket's end. Buckets that begin after the present have none; over the whole period it is
 * that of the last bucket that has one.
 */
export function level(name: string, { buckets, question }: Look, count: (end: number) => number | null): ReportLine {
  const startFlags = buckets.map(({ start }) => start <= question.now);
  const values = buckets.map(({ end }, index) => (startFlags[index] ? rounded(count(end)) : null));
  return { name, values, total: values[startFlags.lastIndexOf(true)] ?? null };
}

/** To a thousandth. */
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1_000) / 1_000;
}

/** In per cent; nothing has no parts. */
export function share(part: number, total: number): number | null {
  return total === 0 ? null : (100 * part) / total;
}

export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

export function median(values: readonly number[]): number | null {
  const sortedValues = [...values].sort((a, b) => a - b);
  const middle = sortedValues.slice(Math.ceil(sortedValues.length / 2) - 1, Math.floor(sortedValues.length / 2) + 1);
  return mean(middle);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
