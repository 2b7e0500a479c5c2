import { othersName, type ReportTable, type ReportType, type Unit } from '@botscope/contract';
import { type Change, computeChange } from '../../charts/prepare/change.ts';
import { looksOf } from '../../charts/prepare/report-looks.ts';
import { asUnit, columnFormat } from '../../charts/prepare/units.ts';

export interface ValueColumn {
  /** The name, with the currency where columns share one. */
  id: string;
  name: string;
  label: string;
  unit: Unit;
  currency?: string;
}

export interface ValueCell {
  value: number | null;
  text: string;
  before: string | null;
  change: Change | null;
}

export interface ValueRow {
  name: string;
  label: string;
  isOthers: boolean;
  /** Share of the column that the bars show, 0…1 of the largest row. */
  share: number;
  cells: ValueCell[];
}

export interface ValueTable {
  columns: ValueColumn[];
  rows: ValueRow[];
  /** Recounted by the server: different users are never added up. */
  totals: ValueCell[];
  sorting: { id: string; falling: boolean } | null;
}

interface ValueTableContext {
  compare: ReportTable | undefined;
  /** As in the address: `visitors`, or `-visitors` for the largest first; '' for the answer's own order. */
  sort: string;
  locale: string;
  /** Label of a column; of money the currency's name is part of it. */
  columnLabel(column: { name: string; currency?: string | undefined }): string;
  /** Label of a row; `others` is the number of values that the last row holds. */
  rowLabel(row: { name: string; others?: number | undefined }): string;
}

/** The order that users see has an arrow, also before a column is chosen. */
export const selectSort = (type: ReportType, chosenSort: string): string => chosenSort || (looksOf(type).sort ?? '');

/** Columns in which an increase is bad. */
const badColumns: readonly string[] = ['left', 'refunds'];

/** Name of the column that holds the rows' names, as it is sorted by. */
export const nameColumn = 'name';

/** An answer's table as users read it: labelled, compared, sorted, "others" always last. */
export function prepareValueTable(table: ReportTable, context: ValueTableContext): ValueTable {
  const { locale, compare } = context;
  const columns = buildColumns(table, context);
  const formats = columns.map(({ id, unit, currency }, index) => {
    const compareIndex = compare ? columnIds(compare).indexOf(id) : -1;
    const before =
      compareIndex < 0
        ? []
        : [...(compare?.rows ?? []).map((row) => row.values[compareIndex]), compare?.totals[compareIndex]];
    const now = [...table.rows.map((row) => row.values[index]), table.totals[index]];
    return columnFormat([...now, ...before], unit, locale, currency);
  });
  const earlier = new Map(compare?.rows.map((row) => [row.name, row.values]));
  const buildCells = (
    values: readonly (number | null)[],
    before: readonly (number | null)[] | undefined,
  ): ValueCell[] =>
    columns.map(({ id, name, unit }, index) => {
      const value = values[index] ?? null;
      const compareIndex = compare ? columnIds(compare).indexOf(id) : -1;
      const earlierValue = before && compareIndex >= 0 ? (before[compareIndex] ?? null) : null;
      return {
        value,
        text: formats[index]?.(value) ?? '',
        before: compare ? (formats[index]?.(earlierValue) ?? '') : null,
        change: compare ? computeChange(value, earlierValue, unit, badColumns.includes(name) ? 'bad' : 'good') : null,
      };
    });
  const sorting = readSort(context.sort, columns);
  const barColumnIndex = Math.max(
    0,
    columns.findIndex((column) => column.id === sorting?.id),
  );
  const namedRows = table.rows.filter((row) => row.name !== othersName);
  const longest = Math.max(0, ...namedRows.map((row) => row.values[barColumnIndex] ?? 0));
  const rows = table.rows.map((row): ValueRow => {
    const isOthers = row.name === othersName;
    const value = row.values[barColumnIndex] ?? 0;
    return {
      name: row.name,
      label: context.rowLabel(row),
      isOthers,
      share: isOthers || longest <= 0 ? 0 : Math.max(0, value) / longest,
      cells: buildCells(row.values, earlier.get(row.name)),
    };
  });
  return {
    columns,
    rows: sortRows(rows, columns, sorting, locale),
    totals: buildCells(table.totals, compare?.totals),
    sorting,
  };
}

const columnIds = (table: ReportTable): string[] =>
  table.columns.map(({ name, currency }) => (currency === undefined ? name : `${name}:${currency}`));

function buildColumns(table: ReportTable, { columnLabel }: Pick<ValueTableContext, 'columnLabel'>): ValueColumn[] {
  const ids = columnIds(table);
  return table.columns.map((column, index) => ({
    id: ids[index] ?? column.name,
    name: column.name,
    label: columnLabel(column),
    unit: asUnit(column.unit),
    ...(column.currency === undefined ? {} : { currency: column.currency }),
  }));
}

function readSort(text: string, columns: readonly ValueColumn[]): ValueTable['sorting'] {
  const falling = text.startsWith('-');
  const id = falling ? text.slice(1) : text;
  return id === nameColumn || columns.some((column) => column.id === id) ? { id, falling } : null;
}

/** Returns the sort after a click on a heading: first the largest, then the smallest, then the usual order. */
export function nextSort(id: string, sorting: ValueTable['sorting']): string | undefined {
  const first = id === nameColumn ? id : `-${id}`;
  const second = id === nameColumn ? `-${id}` : id;
  if (sorting?.id !== id) return first;
  return sorting.falling === first.startsWith('-') ? second : undefined;
}

function sortRows(
  rows: readonly ValueRow[],
  columns: readonly ValueColumn[],
  sorting: ValueTable['sorting'],
  locale: string,
): ValueRow[] {
  if (!sorting) return [...rows];
  const columnIndex = columns.findIndex((column) => column.id === sorting.id);
  const sign = sorting.falling ? -1 : 1;
  const names = new Intl.Collator(locale, { numeric: true });
  return [...rows].sort((one, other) => {
    if (one.isOthers !== other.isOthers) return one.isOthers ? 1 : -1;
    if (sorting.id === nameColumn) return sign * names.compare(one.label, other.label);
    const [a, b] = [one.cells[columnIndex]?.value ?? null, other.cells[columnIndex]?.value ?? null];
    // A row without a value is neither large nor small: it stays at the bottom.
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return sign * (a - b);
  });
}
