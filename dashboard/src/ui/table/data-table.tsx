import { Skeleton, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DataColumn, TableSort } from './columns.ts';
import classes from './data-table.module.css';
import { LoadedBox, SelectionBar } from './selection-boxes.tsx';
import { TableHead } from './table-head.tsx';
import { TableFoot, TableRows } from './table-rows.tsx';
import type { SelectionControl } from './use-selection.ts';
import { useTableModel } from './use-table-model.ts';

const steps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };
const focusable = 'a[href], button:not(:disabled)';

/**
 * Up and down arrows move the focus to the same column's link or button of the next row that has one. Enter needs no
 * code: what has the focus is a link or a button.
 */
function moveBetweenRows(event: KeyboardEvent): void {
  const step = steps[event.key];
  const from = event.target;
  if (step === undefined || event.defaultPrevented) return;
  // A menu that a cell opened has the arrows for itself.
  if (!(from instanceof HTMLElement) || !from.matches(focusable) || from.closest('[role="menu"]')) return;
  const cell = from.closest<HTMLTableCellElement>('td, th');
  if (!cell) return;
  event.preventDefault();
  let row = neighbor(cell.closest('tr'), step);
  while (row) {
    const next = row.querySelectorAll(':scope > *')[cell.cellIndex]?.querySelector<HTMLElement>(focusable);
    if (next) {
      next.focus();
      return;
    }
    row = neighbor(row, step);
  }
}

function neighbor(row: Element | null, step: 1 | -1): Element | null {
  if (!row) return null;
  return step === 1 ? row.nextElementSibling : row.previousElementSibling;
}

/** Fewer rows are drawn at once: measuring them costs more than drawing them. */
const virtualFrom = 100;
/** Comes with the first long table; short ones do without it. */
const VirtualRows = lazy(() => import('./virtual-rows.tsx').then((module) => ({ default: module.VirtualRows })));

export interface DataTableProps<Row extends object> {
  /** The table's name for screen readers. */
  label: string;
  /** More about it, for them. */
  note?: string | undefined;
  /** The name of the box that a sheet scrolls in; the table's name unless given. */
  region?: string;
  columns: readonly DataColumn<Row>[];
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  rowId(row: Row, index: number): string;
  /**
   * `card`: framed, each row a card on a phone. `plain`: the same inside a section, without the frame.
   * `lines`: plain and small, its rows stay rows. `sheet`: numbers that scroll both ways under a sticky head.
   */
  look?: 'card' | 'plain' | 'lines' | 'sheet';
  /** Changes the look of one table's cells. */
  className?: string | undefined;
  /** The answer to another question is on its way. */
  isStale?: boolean;
  /** The order at first, or always with `onSort`. */
  sort?: TableSort | null;
  /** The page sorts; otherwise the table does, by the columns that have a `sortValue`. */
  onSort?: (id: string) => void;
  hidden?: ReadonlySet<string>;
  selection?: SelectionControl;
  groupOf?: (row: Row) => string;
  /** In place of a table without rows. */
  empty?: ReactNode;
  /** Least height of what stands there while rows load, in pixels. */
  loadingHeight?: number;
}

const noColumns: ReadonlySet<string> = new Set();

/** Every table of the dashboard that is not a chart. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { rows, empty, loadingHeight = 200 } = props;
  if (rows === undefined) return <Skeleton height={loadingHeight} aria-hidden />;
  if (rows.length === 0 && empty !== undefined) return empty;
  return <Filled {...props} rows={rows} />;
}

function Filled<Row extends object>(props: DataTableProps<Row> & { rows: readonly Row[] }) {
  const { label, look = 'card', selection, onSort, groupOf } = props;
  const frame = useRef<HTMLDivElement>(null);
  const isPrinting = usePrinting();
  const model = useTableModel({
    columns: props.columns,
    rows: props.rows,
    rowId: props.rowId,
    sort: props.sort ?? null,
    onSort,
    hidden: props.hidden ?? noColumns,
  });
  const isSortable = onSort !== undefined || model.columns.some(({ sortValue }) => sortValue);
  const loadedIds = selection ? model.rows.map(({ id }) => id) : [];
  const sharedProps = { columns: model.columns, selection, groupOf };
  const isVirtual = model.rows.length >= virtualFrom && !isPrinting && groupOf === undefined;
  const isSheet = look === 'sheet';
  return (
    <>
      {selection && <SelectionBar loaded={loadedIds} selection={selection} />}
      {/* The scrolling element gets the focus: otherwise the keyboard does not reach it in Safari. */}
      <section
        ref={frame}
        className={`${classes.frame} ${props.className ?? ''}`}
        data-look={look}
        data-stale={props.isStale || undefined}
        aria-label={isSheet ? (props.region ?? label) : undefined}
        tabIndex={isSheet ? 0 : undefined}
      >
        <table className={classes.table} aria-rowcount={isVirtual ? model.rows.length : undefined}>
          <caption>
            <VisuallyHidden>{props.note ? `${label}. ${props.note}` : label}</VisuallyHidden>
          </caption>
          <TableHead
            columns={model.columns}
            sort={model.sort}
            onSort={isSortable ? model.toggleSort : undefined}
            sortsAll={onSort !== undefined}
            selectAll={selection && <LoadedBox loaded={loadedIds} selection={selection} />}
          />
          <tbody onKeyDown={moveBetweenRows}>
            {isVirtual ? (
              <Suspense fallback={<TableRows {...sharedProps} rows={model.rows.slice(0, virtualFrom)} />}>
                <VirtualRows keys={model.rows.map(({ id }) => id)} frame={isSheet ? frame : null}>
                  {(from, to, rowRef) => (
                    <TableRows {...sharedProps} rows={model.rows.slice(from, to)} offset={from} rowRef={rowRef} />
                  )}
                </VirtualRows>
              </Suspense>
            ) : (
              <TableRows {...sharedProps} rows={model.rows} />
            )}
          </tbody>
          <TableFoot columns={model.columns} />
        </table>
      </section>
    </>
  );
}

/** True while the browser makes a paper page, which has no scrolling: everything must be drawn. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
