import { lineId, othersName, type Report, type ReportLine, type Unit } from '@botscope/contract';
import { isComparable, knownValues } from './known-since.ts';
import { assignPlaces, othersPlace, paletteSize } from './palette.ts';
import { type Traits, traitsOf } from './report-traits.ts';
import { asUnit, isCount } from './units.ts';

/** Parts of a line's label. */
export interface NamedLine {
  name: string;
  unit: string;
  currency?: string | undefined;
}

/** One line of a report, with its comparison found and its future blanked: what chart, table and export all read. */
export interface PreparedLine {
  /** Identity within the report: the name, with the unit where two lines share a name. */
  id: string;
  name: string;
  unit: Unit;
  /** Set for money only. */
  currency?: string;
  /** Place in the palette. */
  place: number;
  values: (number | null)[];
  total: number | null;
  /** Values in the comparison, by bucket; null without one. `total` is null too if it begins before the first data. */
  before: { values: (number | null)[]; total: number | null } | null;
}

/** All lines of an answer, in its order. Buckets that have not begun yet, or ended before the bot's first event, hold nothing, which is not zero. */
export function prepareLines(report: Report): PreparedLine[] {
  const { buckets, compare, data_since: since } = report;
  const count = buckets.length;
  const comparable = isComparable(report);
  const unit = asUnit(report.unit);
  const ids = report.lines.map((line) => lineId(line, report));
  const places = buildPlaces(ids, ids);
  return report.lines.map((line, index) => {
    const id = ids[index] ?? line.name;
    const earlier = compare?.lines.find((other) => isSame(other, line));
    const before = knownValues(earlier?.values ?? [], compare?.buckets ?? [], since);
    return {
      id,
      name: line.name,
      unit: asUnit(line.unit, unit),
      ...(line.currency === undefined ? {} : { currency: line.currency }),
      place: places.get(id) ?? index % paletteSize,
      values: knownValues(clearFuture(line.values, report.incomplete, count), buckets, since),
      total: line.total,
      before: earlier ? { values: fit(before, count), total: comparable ? earlier.total : null } : null,
    };
  });
}

/** The other period may have fewer lines, or more of one name: of a currency in which nobody pays any more. */
const isSame = (one: ReportLine, other: ReportLine): boolean =>
  one.name === other.name && one.unit === other.unit && one.currency === other.currency;

/**
 * Whether there is nothing to draw. What counts is zero then; an average of zero is a number like any other, unless there
 * is a count beside it that says that it is one of nothing.
 */
export function hasNothing(lines: readonly PreparedLine[]): boolean {
  const counts = lines.filter(({ unit }) => isCount(unit) || unit === 'money');
  const nothing = (value: number | null) => value === null || (counts.length > 0 && value === 0);
  return (counts.length > 0 ? counts : lines).every(({ total, values }) => nothing(total) && values.every(nothing));
}

/** Aligned by place: the third day of this period stands beside the third day of the earlier one. */
function fit(values: readonly (number | null)[], count: number): (number | null)[] {
  return Array.from({ length: count }, (_, index) => values[index] ?? null);
}

function clearFuture(values: readonly (number | null)[], incomplete: number | null, count: number): (number | null)[] {
  return fit(values, count).map((value, index) => (incomplete !== null && index > incomplete ? null : value));
}

/** "Others" has a colour of its own, and takes none of the ten. */
function buildPlaces(all: readonly string[], chosenIds: readonly string[]): Map<string, number> {
  const dropOthers = (ids: readonly string[]) => ids.filter((id) => id !== othersName);
  const places = assignPlaces(dropOthers(all), dropOthers(chosenIds));
  if (chosenIds.includes(othersName)) places.set(othersName, othersPlace);
  return places;
}

/** The first ten, and "others" beside them. */
function withinTen(ids: readonly string[]): string[] {
  const ten = ids.filter((id) => id !== othersName).slice(0, maxLines);
  return ids.includes(othersName) ? [...ten, othersName] : ten;
}

/** The most that a chart shows at once: one colour each. */
export const maxLines = paletteSize;

/**
 * Lines shown before anyone chose: all, or the ten largest, in the answer's order. Of a ranking only the lines that it is
 * ranked by: "/start" and "/start, users" beside each other would halve what fits.
 */
function defaultLines(type: string, lines: readonly PreparedLine[]): string[] {
  const { names, off, additive } = traitsOf(type);
  const all = lines.filter((line) => (names === 'words' || line.unit === lines[0]?.unit) && !off.includes(line.name));
  // Equal parts are two parts; equal readings of one thing (all and live, while nobody left) hide each other on the chart.
  const main =
    additive || names !== 'words' ? all : all.filter((line, index) => !all.slice(0, index).some(equals(line)));
  const topIds = topLines(
    main.filter((line) => line.name !== othersName),
    maxLines,
  ).map((line) => line.id);
  return main.some((line) => line.name === othersName) ? [...topIds, othersName] : topIds;
}

const equals =
  (one: PreparedLine) =>
  (other: PreparedLine): boolean =>
    // That nobody left and nobody returned are two things to know.
    one.values.some((value) => value !== null && value !== 0) &&
    one.unit === other.unit &&
    one.currency === other.currency &&
    one.total === other.total &&
    one.values.every((value, index) => value === other.values[index]);

/** The `count` lines with the largest totals, in the order of `lines`. */
function topLines(lines: readonly PreparedLine[], count: number): PreparedLine[] {
  if (lines.length <= count) return [...lines];
  const largestLines = new Set([...lines].sort((one, other) => (other.total ?? 0) - (one.total ?? 0)).slice(0, count));
  return lines.filter((line) => largestLines.has(line));
}

/** The chosen lines that exist, at most ten, each with a colour of its own; the default ones where none is left. */
export function chooseLines(
  type: string,
  lines: readonly PreparedLine[],
  requestedIds: readonly string[] | null,
): PreparedLine[] {
  const ids = lines.map((line) => line.id);
  const knownIds = withinTen(requestedIds?.filter((id) => ids.includes(id)) ?? []);
  const chosenIds = knownIds.length > 0 ? knownIds : defaultLines(type, lines);
  const places = buildPlaces(ids, chosenIds);
  return lines.flatMap((line) => {
    const place = places.get(line.id);
    return place === undefined ? [] : [{ ...line, place }];
  });
}

interface Headline {
  unit: Unit;
  currency?: string;
  total: number | null;
  before: number | null;
  values: (number | null)[];
}

/**
 * The one number that a report is about: its main line, or the sum of the parts where the lines are parts of a whole. Null
 * where there is none: averages by source have no sum. `lines` are those of `report`.
 */
export function buildHeadline(
  type: string,
  report: Report,
  lines: readonly PreparedLine[] = prepareLines(report),
): Headline | null {
  const traits: Traits = traitsOf(type, report.by);
  const first = lines[0];
  if (!first) return null;
  if (!traits.additive && (traits.names === 'values' || traits.names === 'targets')) return null;
  if (traits.additive) {
    const parts = lines.filter((line) => line.unit === first.unit);
    return {
      unit: first.unit,
      total: sum(parts.map((line) => line.total)),
      before: sum(partsBefore(report, first)),
      values: first.values.map((_, index) => sum(parts.map((line) => line.values[index] ?? null))),
    };
  }
  const main = lines.find((line) => line.name === traits.headline) ?? first;
  const { unit, currency, total, before, values } = main;
  return { unit, ...(currency === undefined ? {} : { currency }), total, before: before?.total ?? null, values };
}

/**
 * All parts of the earlier whole, also those that have no line now: the ten largest languages of then need not be those of
 * today, and a sum over today's ten would grow by every one that left.
 */
const partsBefore = (report: Report, first: PreparedLine): (number | null)[] =>
  ((isComparable(report) && report.compare?.lines) || [])
    .filter((line) => asUnit(line.unit, asUnit(report.unit)) === first.unit)
    .map(({ total }) => total);

/** Null only where nothing at all is known. */
function sum(values: readonly (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length === 0 ? null : numbers.reduce((total, value) => total + value, 0);
}
