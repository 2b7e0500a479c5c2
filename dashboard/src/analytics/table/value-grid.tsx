import { Box, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from '../../ui/table/columns.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { OpenButton } from '../../ui/table/open-button.tsx';
import { ChangeBadge } from '../panel/change-badge.tsx';
import type { CellRef } from '../users/cell-ref.ts';
import classes from './value-grid.module.css';
import { nameColumn, type ValueCell, type ValueRow, type ValueTable } from './value-table.ts';

interface ValueGridProps {
  table: ValueTable;
  words: { name: string; total: string; before: string };
  onSort(id: string): void;
  /** Filters by a row's value; left out where rows are no values of users. */
  onNarrow: ((name: string) => void) | undefined;
  onOpen: ((cellRef: CellRef) => void) | undefined;
}

/** Rows with bars behind their names; headings sort, names filter, numbers open their users. */
export function ValueGrid({ table, words, onSort, onNarrow, onOpen }: ValueGridProps) {
  const { t } = useTranslation();
  const columns: readonly DataColumn<ValueRow>[] = [
    {
      id: nameColumn,
      name: words.name,
      isRowName: true,
      cell: (row) => (
        <>
          <span className={classes.bar} style={{ width: `${row.share * 100}%` }} aria-hidden />
          <Name row={row} onNarrow={onNarrow} />
        </>
      ),
      footer: words.total,
    },
    ...table.columns.map(
      (column, index): DataColumn<ValueRow> => ({
        id: column.id,
        name: column.label,
        align: 'end',
        tone: ({ cells }) => (cells[index]?.value ? undefined : 'dim'),
        cell: ({ name, cells }) => (
          <Value
            cell={cells[index]}
            before={words.before}
            onOpen={onOpen && (() => onOpen({ line: name, column: column.name }))}
          />
        ),
        footer: (
          <Value
            cell={table.totals[index]}
            before={words.before}
            onOpen={onOpen && (() => onOpen({ column: column.name }))}
          />
        ),
      }),
    ),
  ];
  return (
    <DataTable
      look="sheet"
      className={classes.grid}
      label={t('Reports.table.valueCaption')}
      note={onOpen && t('Reports.table.opens')}
      region={t('Reports.table.title')}
      columns={columns}
      rows={table.rows}
      rowId={({ name }) => name}
      sort={table.sorting && { id: table.sorting.id, isDescending: table.sorting.falling }}
      onSort={onSort}
    />
  );
}

function Name({ row, onNarrow }: { row: ValueRow; onNarrow: ValueGridProps['onNarrow'] }) {
  const { t } = useTranslation();
  if (!onNarrow || row.isOthers) {
    return (
      <span className={classes.name} data-quiet={row.isOthers || undefined}>
        {row.label}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classes.name}
      title={t('Reports.table.narrow', { name: row.label })}
      onClick={() => onNarrow(row.name)}
    >
      {row.label}
    </button>
  );
}

interface ValueProps {
  cell: ValueCell | undefined;
  /** Name of the earlier value. */
  before: string;
  onOpen: (() => void) | undefined;
}

function Value({ cell, before, onOpen }: ValueProps) {
  if (!cell) return null;
  return (
    <>
      {onOpen && cell.value ? <OpenButton onClick={onOpen}>{cell.text}</OpenButton> : cell.text}
      {cell.before !== null && (
        <Box c="dimmed" fz="xs" fw={400}>
          <VisuallyHidden>{before} </VisuallyHidden>
          {cell.before} {cell.change && cell.change.kind !== 'no_base' && <ChangeBadge change={cell.change} />}
        </Box>
      )}
    </>
  );
}
