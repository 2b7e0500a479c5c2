import type { PreparedLine } from './lines.ts';

interface CsvContext {
  /** Local bucket starts, as `nameBuckets(…).plain` gives them. */
  starts: readonly string[];
  beforeStarts: readonly string[] | null;
  labelOf(line: { name: string; unit: string }): string;
  words: { start: string; beforeStart: string; before: string; total: string };
}

/**
 * The table's numbers for a spreadsheet: RFC 4180 (commas, CRLF, doubled quotes), with the byte order mark that makes Excel
 * read it as UTF-8. Numbers are plain (`1234.5`), a gap is an empty cell, and the last row is the whole period.
 */
export function prepareCsv(lines: readonly PreparedLine[], context: CsvContext): string {
  const { starts, beforeStarts, words } = context;
  const compared = beforeStarts !== null;
  const heading = [
    words.start,
    ...lines.map((line) => context.labelOf(line)),
    ...(compared ? [words.beforeStart, ...lines.map((line) => `${context.labelOf(line)} (${words.before})`)] : []),
  ];
  const rows = starts.map((start, index) => [
    start,
    ...lines.map((line) => line.values[index] ?? null),
    ...(compared ? [beforeStarts[index] ?? null, ...lines.map((line) => line.before?.values[index] ?? null)] : []),
  ]);
  const totals = [
    words.total,
    ...lines.map((line) => line.total),
    ...(compared ? [null, ...lines.map((line) => line.before?.total ?? null)] : []),
  ];
  return `\uFEFF${[heading, ...rows, totals].map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * One cell. Text that a spreadsheet would run as a formula (a bot user can send the button text `=HYPERLINK(…)`) gets an
 * apostrophe in front, as OWASP advises; numbers, negative ones too, stay numbers.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
