import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { reachable } from '../answers/reachable.ts';
import { ChangeBadge } from '../panel/change-badge.tsx';
import type { Place } from '../people/place-text.ts';
import classes from './value-grid.module.css';
import { nameColumn, type ValueCell, type ValueColumn, type ValueTable } from './value-table.ts';

interface ValueGridProps {
  table: ValueTable;
  words: { name: string; total: string; before: string };
  onSort(id: string): void;
  /** Filters by a row's value; left out where rows are no values of people. */
  onNarrow: ((name: string) => void) | undefined;
  onOpen: ((place: Place) => void) | undefined;
}

/** Rows with bars behind their names; headings sort, names filter, numbers open their people. */
export function ValueGrid({ table, words, onSort, onNarrow, onOpen }: ValueGridProps) {
  const { t } = useTranslation();
  const sortOf = (id: string) => {
    if (table.sorted?.id !== id) return undefined;
    return table.sorted.falling ? 'descending' : 'ascending';
  };
  const heading = (id: string, label: string) => (
    <th key={id} scope="col" aria-sort={sortOf(id)}>
      <button
        type="button"
        className={classes.sort}
        title={t('Reports.table.sort', { column: label })}
        onClick={() => onSort(id)}
      >
        <span>{label}</span>
        {sortOf(id) === 'descending' && <IconArrowDown size={12} aria-hidden />}
        {sortOf(id) === 'ascending' && <IconArrowUp size={12} aria-hidden />}
      </button>
    </th>
  );
  return (
    <section className={classes.scroll} aria-label={t('Reports.table.title')} ref={reachable}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>
            {t('Reports.table.valueCaption')}. {onOpen && t('Reports.table.opens')}
          </VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {heading(nameColumn, words.name)}
            {table.columns.map((column) => heading(column.id, column.label))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <span className={classes.bar} style={{ width: `${row.share * 100}%` }} aria-hidden />
                {onNarrow && !row.isOthers ? (
                  <button
                    type="button"
                    className={classes.name}
                    title={t('Reports.table.narrow', { name: row.label })}
                    onClick={() => onNarrow(row.name)}
                  >
                    {row.label}
                  </button>
                ) : (
                  <span className={classes.name} data-quiet={row.isOthers || undefined}>
                    {row.label}
                  </span>
                )}
              </th>
              <Cells
                cells={row.cells}
                columns={table.columns}
                before={words.before}
                onOpen={onOpen && ((column) => onOpen({ line: row.name, column }))}
              />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <Cells
              cells={table.totals}
              columns={table.columns}
              before={words.before}
              onOpen={onOpen && ((column) => onOpen({ column }))}
            />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

interface CellsProps {
  cells: readonly ValueCell[];
  columns: readonly ValueColumn[];
  before: string;
  onOpen: ((column: string) => void) | undefined;
}

function Cells({ cells, columns, before, onOpen }: CellsProps) {
  return columns.map((column, index) => {
    const cell = cells[index];
    if (!cell) return <td key={column.id} />;
    const nothing = cell.value === null || cell.value === 0;
    const opens = onOpen !== undefined && !nothing;
    return (
      <td key={column.id} data-nothing={nothing || undefined}>
        {opens ? (
          <button type="button" className={classes.open} onClick={() => onOpen(column.name)}>
            {cell.text}
          </button>
        ) : (
          cell.text
        )}
        {cell.before !== null && (
          <div className={classes.before}>
            <VisuallyHidden>{before} </VisuallyHidden>
            {cell.before} {cell.change && cell.change.kind !== 'no_base' && <ChangeBadge change={cell.change} />}
          </div>
        )}
      </td>
    );
  });
}
