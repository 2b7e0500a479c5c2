import { csvCell } from '@botscope/contract';

/** Spreadsheets take a text without it for the local eight-bit alphabet. */
export const csvByteOrderMark = '\ufeff';

/** One line of a CSV file; `csvCell` says what stands in it. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  return typeof value === 'string' ? csvCell(value) : String(value);
}
