import type { Report, Unit } from '@botscope/contract';
import { nameBuckets } from '../../charts/prepare/buckets.ts';
import { type NamedLine, prepareLines } from '../../charts/prepare/lines.ts';
import { asUnit, formatValue } from '../../charts/prepare/units.ts';
import type { CellRef } from './cell-ref.ts';

interface CellWords {
  /** Name of the whole period. */
  whole: string;
  /** Names a line or row. */
  line(line: NamedLine): string;
  /** Names a table's column. */
  column(name: string): string;
  /** Names the k-th following period of cohorts. */
  following(at: number): string;
  /** Names an hour of a weekday. */
  hour(weekday: string, hour: string): string;
}

export interface DescribedNumber {
  /** Subject of the number, such as "New · Mon, Nov 3". */
  name: string;
  /** The number as it is written; null where the answer on show does not have it. */
  text: string | null;
  unit: Unit;
  /** Other lines of the same bucket, to step over to; none where there is one line. */
  lines: { name: string; label: string }[];
}

/** A number of an answer in words: what it counts, and how much it is. */
export function describeNumber(report: Report, cellRef: CellRef, words: CellWords, locale: string): DescribedNumber {
  if (report.table) return describeCell(report, report.table, cellRef, words, locale);
  if (report.cohorts) return describeCohort(report, report.cohorts, cellRef, words, locale);
  const lines = prepareLines(report);
  const line = lines.find((each) => each.name === cellRef.line) ?? lines[0];
  const { long } = nameBuckets(report.buckets, report.detail, report.period, locale);
  const bucket = cellRef.bucket === undefined ? words.whole : (long[cellRef.bucket] ?? words.whole);
  const value = cellRef.bucket === undefined ? line?.total : line?.values[cellRef.bucket];
  const unit = line?.unit ?? asUnit(report.unit);
  const axis = report.buckets[cellRef.bucket ?? -1];
  // Hours of the week are lines by weekday over hours: "Monday, 14:00".
  const ofHours = report.type_report === 'activity_hours' && axis !== undefined && line !== undefined;
  const name = line ? words.line(line) : '';
  return {
    name: ofHours ? words.hour(name, axis) : [name, bucket].filter(Boolean).join(' · '),
    text: value === undefined || value === null ? null : formatValue(value, unit, locale, line?.currency),
    unit,
    lines: ofHours ? [] : distinct(lines.map((each) => ({ name: each.name, label: words.line(each) }))),
  };
}

function describeCell(
  report: Report,
  table: NonNullable<Report['table']>,
  cellRef: CellRef,
  words: CellWords,
  locale: string,
): DescribedNumber {
  const columnIndex = table.columns.findIndex((column) => column.name === cellRef.column);
  const column = table.columns[Math.max(0, columnIndex)];
  const values =
    cellRef.line === undefined ? table.totals : table.rows.find((row) => row.name === cellRef.line)?.values;
  const value = values?.[Math.max(0, columnIndex)];
  const unit = asUnit(column?.unit ?? report.unit);
  const row = cellRef.line === undefined ? words.whole : words.line({ name: cellRef.line, unit });
  return {
    name: column ? `${row} · ${words.column(column.name)}` : row,
    text: value === undefined || value === null ? null : formatValue(value, unit, locale, column?.currency),
    unit,
    lines: [],
  };
}

function describeCohort(
  report: Report,
  cohorts: NonNullable<Report['cohorts']>,
  cellRef: CellRef,
  words: CellWords,
  locale: string,
): DescribedNumber {
  const starts = cohorts.rows.map((row) => row.start);
  const detail = report.detail === 'hour' ? 'day' : report.detail;
  const row = cohorts.rows[cellRef.bucket ?? -1];
  const name = nameBuckets(starts, detail, report.period, locale).long[cellRef.bucket ?? -1] ?? words.whole;
  const columnIndex = cellRef.column === undefined ? null : Number(cellRef.column);
  const value = columnIndex === null ? row?.size : row?.values[columnIndex];
  return {
    name: columnIndex === null ? name : `${name} · ${words.following(columnIndex)}`,
    text: value === undefined ? null : formatValue(value, 'users', locale),
    unit: 'users',
    lines: [],
  };
}

/** Two lines of one name (how often, and by how many) have the same users. */
const distinct = (lines: readonly { name: string; label: string }[]): { name: string; label: string }[] =>
  lines.filter((line, index) => lines.findIndex((other) => other.name === line.name) === index);
