import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { compareValues, type DataColumn, nextSort, type TableSort } from './columns.ts';

const features = tableFeatures({
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
});

interface ModelOptions<Row extends object> {
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowId(row: Row, index: number): string;
  /** The order that the page asked its server for; the client sorts unless `onSort` is given. */
  sort: TableSort | null;
  onSort: ((id: string) => void) | undefined;
  hidden: ReadonlySet<string>;
}

export interface TableModel<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly { id: string; row: Row }[];
  sort: TableSort | null;
  toggleSort(id: string): void;
}

/** Returns the order of the rows and the visible columns: the state of the table without its looks. */
export function useTableModel<Row extends object>(options: ModelOptions<Row>): TableModel<Row> {
  const { columns, rows, rowId, onSort, hidden } = options;
  const [chosenSort, setChosenSort] = useState(options.sort);
  const sort = onSort ? options.sort : chosenSort;
  const defs = useMemo(() => columns.map(toDef), [columns]);
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: rowId,
    manualSorting: onSort !== undefined,
    state: {
      sorting: sort === null ? [] : [{ id: modelId(sort.id), desc: sort.isDescending }],
      columnVisibility: Object.fromEntries([...hidden].map((id) => [modelId(id), false])),
    },
  });
  const visibleIds = new Set(table.getVisibleLeafColumns().map(({ id }) => id));
  const model = table.getRowModel().rows.map(({ id, original }) => ({ id, row: original }));
  return {
    columns: columns.filter(({ id }) => visibleIds.has(modelId(id))),
    rows: model,
    sort,
    toggleSort: (id) => {
      if (onSort) return onSort(id);
      const [first] = rows;
      const value = first && columns.find((column) => column.id === id)?.sortValue?.(first);
      setChosenSort(nextSort(sort, id, typeof value === 'number'));
    },
  };
}

/** The library refuses an empty id, which is what the line of those without a value has. */
const modelId = (id: string): string => `column ${id}`;

function toDef<Row extends object>({ id, sortValue }: DataColumn<Row>): ColumnDef<typeof features, Row, unknown> {
  return {
    id: modelId(id),
    accessorFn: (row) => sortValue?.(row) ?? undefined,
    sortUndefined: 'last',
    sortFn: (one, other, column) => compareValues(one.getValue(column), other.getValue(column)),
  };
}
