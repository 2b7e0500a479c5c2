import { csvCell, currencyDecimals } from '@botscope/contract';
import type { NamedLine, PreparedLine } from './lines.ts';

export type CsvCell = string | number | null;

interface CsvContext {
  /** Local bucket starts, as `nameBuckets(…).plain` gives them. */
  starts: readonly string[];
  beforeStarts: readonly string[] | null;
  labelOf(line: NamedLine): string;
  words: { start: string; beforeStart: string; before: string; total: string };
}

/** The table's numbers for a spreadsheet; the last row is the whole period. */
export function prepareCsv(lines: readonly PreparedLine[], context: CsvContext): string {
  const { starts, beforeStarts, words } = context;
  const compared = beforeStarts !== null;
  const formatHead = (line: PreparedLine) => withCurrency(context.labelOf(line), line.currency);
  const heading = [
    words.start,
    ...lines.map(formatHead),
    ...(compared ? [words.beforeStart, ...lines.map((line) => `${formatHead(line)} (${words.before})`)] : []),
  ];
  const cell = (line: PreparedLine, value: number | null | undefined) => plainNumber(value ?? null, line.currency);
  const rows = starts.map((start, index) => [
    start,
    ...lines.map((line) => cell(line, line.values[index])),
    ...(compared ? [beforeStarts[index] ?? null, ...lines.map((line) => cell(line, line.before?.values[index]))] : []),
  ]);
  const totals = [
    words.total,
    ...lines.map((line) => cell(line, line.total)),
    ...(compared ? [null, ...lines.map((line) => cell(line, line.before?.total))] : []),
  ];
  return writeCsv([heading, ...rows, totals]);
}

/** Money leaves in whole units, as spreadsheets count it; its code stands in the heading. */
export function plainNumber(value: number | null, currency: string | undefined): number | null {
  if (value === null || currency === undefined) return value;
  const decimals = currencyDecimals(currency);
  return Number((value / 10 ** decimals).toFixed(decimals));
}

/** A heading with its currency's code, unless it names it already. */
export const withCurrency = (label: string, currency: string | undefined): string =>
  currency === undefined || label.includes(currency) ? label : `${label}, ${currency}`;

/**
 * Rows as RFC 4180 (commas, CRLF, doubled quotes), with the byte order mark that makes Excel read it as UTF-8. Numbers are
 * plain (`1234.5`), a gap is an empty cell.
 */
export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;
}

/** One cell: numbers, negative ones too, stay numbers. */
function formatCell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  return csvCell(value);
}
