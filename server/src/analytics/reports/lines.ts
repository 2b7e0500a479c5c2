import type { ReportLine } from '@botscope/contract';
import type { BucketRow } from './report.ts';

/** A line of counts: buckets without a row are zero. */
export function countLine<Row extends BucketRow>(
  name: string,
  length: number,
  rows: readonly Row[],
  pick: (row: Row) => number,
): ReportLine {
  const values = new Array<number>(length).fill(0);
  let total = 0;
  for (const row of rows) {
    if (row.bucket === 0) total = pick(row);
    else values[row.bucket - 1] = pick(row);
  }
  return { name, values, total };
}

/** Lines of counts together, as one; undefined where there is none. Different users may not be added up. */
export function sumLine(name: string, lines: readonly ReportLine[]): ReportLine | undefined {
  const [first] = lines;
  if (!first) return undefined;
  return {
    name,
    ...(first.unit === undefined ? {} : { unit: first.unit }),
    values: first.values.map((_, index) => lines.reduce((sum, line) => sum + (line.values[index] ?? 0), 0)),
    total: lines.reduce((sum, line) => sum + (line.total ?? 0), 0),
  };
}

/** A line of averages or ratios: buckets without a row are gaps. */
export function averageLine<Row extends BucketRow>(
  name: string,
  length: number,
  rows: readonly Row[],
  pick: (row: Row) => number | null,
): ReportLine {
  const values = new Array<number | null>(length).fill(null);
  let total: number | null = null;
  for (const row of rows) {
    const value = rounded(pick(row));
    if (row.bucket === 0) total = value;
    else values[row.bucket - 1] = value;
  }
  return { name, values, total };
}

/** A level, not a flow: nothing in the future (`future`: the first bucket that has not begun); its total is the last known one. */
export function levelLine(name: string, levels: readonly (number | null)[], future: number): ReportLine {
  const values = levels.map((value, index) => (index < future ? value : null));
  return { name, values, total: values[Math.min(future, values.length) - 1] ?? null };
}

/** `part` as a percentage of `whole`; null when there is nothing to compare with. */
export function percentage(part: number, whole: number): number | null {
  return whole === 0 ? null : rounded((100 * part) / whole);
}

/** To a thousandth: milliseconds stay exact in seconds, and chart, table and export show one and the same number. */
export function rounded(value: number): number;
export function rounded(value: number | null): number | null;
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 1_000) / 1_000;
}
