import type { Report, Unit } from '@botscope/contract';
import { nameBuckets } from '../../charts/prepare/buckets.ts';
import { type NamedLine, prepareLines } from '../../charts/prepare/lines.ts';
import { asUnit, formatValue } from '../../charts/prepare/units.ts';
import type { Place } from './place-text.ts';

interface PlaceWords {
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

export interface DescribedPlace {
  /** What the number is about, such as "New · Mon, Nov 3". */
  name: string;
  /** The number as it is written; null where the answer on show does not have it. */
  text: string | null;
  unit: Unit;
  /** Other lines of the same bucket, to step over to; none where there is one line. */
  lines: { name: string; label: string }[];
}

/** A number of an answer in words: what it counts, and how much it is. */
export function describePlace(report: Report, place: Place, words: PlaceWords, locale: string): DescribedPlace {
  if (report.table) return describeCell(report, report.table, place, words, locale);
  if (report.cohorts) return describeCohort(report, report.cohorts, place, words, locale);
  const lines = prepareLines(report);
  const line = lines.find((each) => each.name === place.line) ?? lines[0];
  const { long } = nameBuckets(report.buckets, report.detail, report.period, locale);
  const bucket = place.bucket === undefined ? words.whole : (long[place.bucket] ?? words.whole);
  const value = place.bucket === undefined ? line?.total : line?.values[place.bucket];
  const unit = line?.unit ?? asUnit(report.unit);
  const axis = report.buckets[place.bucket ?? -1];
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
  place: Place,
  words: PlaceWords,
  locale: string,
): DescribedPlace {
  const at = table.columns.findIndex((column) => column.name === place.column);
  const column = table.columns[Math.max(0, at)];
  const values = place.line === undefined ? table.totals : table.rows.find((row) => row.name === place.line)?.values;
  const value = values?.[Math.max(0, at)];
  const unit = asUnit(column?.unit ?? report.unit);
  const row = place.line === undefined ? words.whole : words.line({ name: place.line, unit });
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
  place: Place,
  words: PlaceWords,
  locale: string,
): DescribedPlace {
  const starts = cohorts.rows.map((row) => row.start);
  const detail = report.detail === 'hour' ? 'day' : report.detail;
  const row = cohorts.rows[place.bucket ?? -1];
  const name = nameBuckets(starts, detail, report.period, locale).long[place.bucket ?? -1] ?? words.whole;
  const at = place.column === undefined ? null : Number(place.column);
  const value = at === null ? row?.size : row?.values[at];
  return {
    name: at === null ? name : `${name} · ${words.following(at)}`,
    text: value === undefined ? null : formatValue(value, 'users', locale),
    unit: 'users',
    lines: [],
  };
}

/** Two lines of one name (how often, and by how many) have the same people. */
const distinct = (lines: readonly { name: string; label: string }[]): { name: string; label: string }[] =>
  lines.filter((line, index) => lines.findIndex((other) => other.name === line.name) === index);
