import { Fragment, type Ref } from 'react';
import type { DataColumn } from './columns.ts';
import classes from './data-table.module.css';
import { RowBox } from './selection-boxes.tsx';
import type { SelectionControl } from './use-selection.ts';

export interface RowsProps<Row> {
  columns: readonly DataColumn<Row>[];
  rows: readonly { id: string; row: Row }[];
  selection: SelectionControl | undefined;
  /** A line above the first row of each group. */
  groupOf: ((row: Row) => string) | undefined;
  /** Position of the first of these rows in the whole table. */
  offset?: number;
  /** For those who measure the rows. */
  rowRef?: Ref<HTMLTableRowElement>;
}

export function TableRows<Row>({ columns, rows, selection, groupOf, offset = 0, rowRef }: RowsProps<Row>) {
  const width = columns.length + (selection ? 1 : 0);
  return rows.map(({ id, row }, index) => {
    const before = rows[index - 1];
    const group = groupOf?.(row);
    const isNewGroup = group !== undefined && (before === undefined || groupOf?.(before.row) !== group);
    return (
      <Fragment key={id}>
        {isNewGroup && (
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={width}>
              {group}
            </th>
          </tr>
        )}
        <tr ref={rowRef} data-index={offset + index} aria-selected={selection?.isSelected(id)}>
          {selection && (
            <td data-tick>
              <RowBox id={id} selection={selection} />
            </td>
          )}
          {columns.map((column) => (
            <TableCell key={column.id} column={column} row={row} index={offset + index} />
          ))}
        </tr>
      </Fragment>
    );
  });
}

function TableCell<Row>({ column, row, index }: { column: DataColumn<Row>; row: Row; index: number }) {
  const attributes = {
    'data-align': column.align,
    'data-unbroken': column.isUnbroken || undefined,
    'data-corner': column.isCorner || undefined,
    'data-empty': column.isEmpty?.(row) || undefined,
    'data-tone': column.tone?.(row),
  };
  if (column.isRowName) {
    return (
      <th scope="row" {...attributes}>
        {column.cell(row, index)}
      </th>
    );
  }
  return (
    <td data-label={column.hasHiddenHeading ? undefined : column.name} {...attributes}>
      {column.cell(row, index)}
    </td>
  );
}

/** The row of totals. */
export function TableFoot<Row>({ columns }: { columns: readonly DataColumn<Row>[] }) {
  if (columns.every(({ footer }) => footer === undefined)) return null;
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, footer, isRowName, align, footerTone }) =>
          isRowName ? (
            <th key={id} scope="row" data-align={align}>
              {footer}
            </th>
          ) : (
            <td key={id} data-align={align} data-tone={footerTone}>
              {footer}
            </td>
          ),
        )}
      </tr>
    </tfoot>
  );
}
