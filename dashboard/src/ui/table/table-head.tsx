import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataColumn, TableSort } from './columns.ts';
import classes from './data-table.module.css';

interface TableHeadProps<Row> {
  columns: readonly DataColumn<Row>[];
  sort: TableSort | null;
  /** Left out where rows cannot be sorted. */
  onSort: ((id: string) => void) | undefined;
  /** The page sorts by every column; otherwise those with a value to sort by. */
  sortsAll: boolean;
  selectAll: ReactNode;
}

export function TableHead<Row>({ columns, sort, onSort, sortsAll, selectAll }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {selectAll && <th scope="col">{selectAll}</th>}
        {columns.map((column) => (
          <th
            key={column.id}
            scope="col"
            data-align={column.align}
            aria-sort={sort?.id === column.id ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
          >
            {onSort && (sortsAll ? column.canSort !== false : column.sortValue) && !column.hasHiddenHeading ? (
              <SortButton column={column} sort={sort} onSort={onSort} />
            ) : (
              <Heading column={column} />
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Heading<Row>({ column }: { column: DataColumn<Row> }) {
  if (column.hasHiddenHeading) return <VisuallyHidden>{column.name}</VisuallyHidden>;
  return column.heading ?? column.name;
}

interface SortButtonProps<Row> {
  column: DataColumn<Row>;
  sort: TableSort | null;
  onSort(id: string): void;
}

function SortButton<Row>({ column, sort, onSort }: SortButtonProps<Row>) {
  const { t } = useTranslation();
  const isSorted = sort?.id === column.id;
  const Arrow = sort?.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      className={classes.sort}
      title={t('General.Table.sort', { column: column.name })}
      onClick={() => onSort(column.id)}
    >
      <span>{column.heading ?? column.name}</span>
      {isSorted && <Arrow size={12} aria-hidden />}
    </button>
  );
}
