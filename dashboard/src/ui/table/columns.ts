import type { ReactNode } from 'react';

/** A column of a `DataTable`. */
export interface DataColumn<Row> {
  readonly id: string;
  /** The heading, the cell's name on a phone's card and the entry in the column choice. */
  readonly name: string;
  /** Drawn in place of the name. */
  readonly heading?: ReactNode;
  /** Only screen readers get the heading: a column of buttons needs none. */
  readonly hasHiddenHeading?: boolean;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** The cell of the row of totals. */
  readonly footer?: ReactNode;
  /** Names its row: a row heading, sticky where the table scrolls sideways. */
  readonly isRowName?: boolean;
  /** Value that rows are sorted by. Empty values come last in both directions. */
  readonly sortValue?: (row: Row) => string | number | null;
  /** False where a page that sorts by all other columns cannot by this one. */
  readonly canSort?: boolean;
  readonly align?: 'end' | 'center';
  /** Values that stay on one line, such as dates. */
  readonly isUnbroken?: boolean;
  /** A menu or button of the row: at the end, on a card in its upper corner. */
  readonly isCorner?: boolean;
  /** A card leaves the cell out. */
  readonly isEmpty?: (row: Row) => boolean;
  readonly tone?: (row: Row) => CellTone | undefined;
  readonly footerTone?: CellTone | undefined;
  /** False where the table makes no sense without the column; true unless given. */
  readonly canHide?: boolean;
}

export type CellTone = 'good' | 'bad' | 'dim';

export interface TableSort {
  readonly id: string;
  readonly isDescending: boolean;
}

/** Numbers by size, words by the alphabet of the reader's language. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return String(one).localeCompare(String(other), undefined, { numeric: true, sensitivity: 'base' });
}

/** The next sort after a click on a heading: numbers begin with the largest, words with the first letter. */
export function nextSort(current: TableSort | null, id: string, beginsDescending: boolean): TableSort {
  return { id, isDescending: current?.id === id ? !current.isDescending : beginsDescending };
}
