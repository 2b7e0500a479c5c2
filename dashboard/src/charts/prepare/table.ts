import { type Change, computeChange, formatChange } from './change.ts';
import type { NamedLine, PreparedLine } from './lines.ts';
import { traitsOf } from './report-traits.ts';
import { columnFormat } from './units.ts';

export interface TableColumn {
  id: string;
  label: string;
  /** Second line of the heading, for comparison columns. */
  note: string | null;
  /** Palette place of the line; null for comparison columns. */
  place: number | null;
  /** Name of the line whose values stand here; null for comparison columns. */
  line: string | null;
}

export interface TableCell {
  text: string;
  change: Change | null;
  /** Something stands behind it: neither a gap nor nothing. */
  countable: boolean;
}

export interface TableRow {
  key: string;
  name: string;
  unfinished: boolean;
  cells: TableCell[];
}

export interface Table {
  columns: TableColumn[];
  rows: TableRow[];
  /** Recounted over the whole period by the server: distinct users are not the sum of the rows. */
  totals: TableCell[];
}

interface TableContext {
  type: string;
  buckets: readonly string[];
  names: readonly string[];
  incomplete: number | null;
  compare: boolean;
  locale: string;
  labelOf(line: NamedLine): string;
  words: { before: string; change: string; points: string };
}

/** The chart's numbers as a table. With a comparison each line has an earlier column; a line on its own a change too. */
export function prepareTable(lines: readonly PreparedLine[], context: TableContext): Table {
  const withChange = context.compare && lines.length === 1;
  const columns = lines.flatMap((line): TableColumn[] => {
    const label = context.labelOf(line);
    const valueColumn: TableColumn = { id: line.id, label, note: null, place: line.place, line: line.name };
    if (!context.compare) return [valueColumn];
    const before: TableColumn = { id: `${line.id} before`, label, note: context.words.before, place: null, line: null };
    const change: TableColumn = {
      id: `${line.id} change`,
      label: context.words.change,
      note: null,
      place: null,
      line: null,
    };
    return withChange ? [valueColumn, before, change] : [valueColumn, before];
  });
  const rising = traitsOf(context.type).rising;
  const formats = lines.map((line) =>
    columnFormat(
      [
        ...line.values,
        line.total,
        ...(context.compare && line.before ? [...line.before.values, line.before.total] : []),
      ],
      line.unit,
      context.locale,
      line.currency,
    ),
  );
  const buildCells = (pick: (line: PreparedLine) => { now: number | null; before: number | null }): TableCell[] =>
    lines.flatMap((line, index): TableCell[] => {
      const { now, before } = pick(line);
      const write = (value: number | null): TableCell => ({
        text: formats[index]?.(value) ?? '',
        change: null,
        countable: value !== null && value !== 0,
      });
      if (!context.compare) return [write(now)];
      if (!withChange) return [write(now), write(before)];
      const change = computeChange(now, before, line.unit, rising);
      const text = formatChange(change, context.locale, context.words.points) ?? '—';
      return [write(now), write(before), { text, change, countable: false }];
    });
  return {
    columns,
    rows: context.buckets.map((bucket, index) => ({
      key: bucket,
      name: context.names[index] ?? bucket,
      unfinished: index === context.incomplete,
      cells: buildCells((line) => ({
        now: line.values[index] ?? null,
        before: line.before?.values[index] ?? null,
      })),
    })),
    totals: buildCells((line) => ({ now: line.total, before: line.before?.total ?? null })),
  };
}
