/** Spreadsheets take a text without it for the local eight-bit alphabet. */
export const csvByteOrderMark = '\ufeff';

/** One line of a CSV file: RFC 4180, and no cell that a spreadsheet would run as a formula. */
export function csvLine(cells: readonly (string | number | boolean | null)[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
