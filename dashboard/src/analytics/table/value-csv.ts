import { type CsvCell, plainNumber, withCurrency, writeCsv } from '../../charts/prepare/csv.ts';
import type { ValueRow, ValueTable } from './value-table.ts';

/** The table on show for a spreadsheet, in its order; the last row is the whole. */
export function prepareValueCsv(table: ValueTable, words: { name: string; total: string }): string {
  const { columns } = table;
  const line = (label: string, cells: ValueRow['cells']): CsvCell[] => [
    label,
    ...cells.map((cell, index) => plainNumber(cell.value, columns[index]?.currency)),
  ];
  return writeCsv([
    [words.name, ...columns.map((column) => withCurrency(column.label, column.currency))],
    ...table.rows.map((row) => line(row.label, row.cells)),
    line(words.total, table.totals),
  ]);
}
