import { parse } from 'csv-parse/sync';
import { type FileItem, largestCell, largestLine, maxColumns } from './file-item.ts';

/** A record: the lines it spans, as one text. */
interface Rec {
  line: number;
  text: string;
}

/** Cells hold texts of a few lines; a quotation mark that is open for longer was never meant to open one. */
const maxLines = 200;
const batchSize = 200;
/** Characters of a batch, and of the lines of one record: 200 lines of 10 MB took 5 GB. */
const batchLength = largestLine;

/**
 * Cells of each row, the first (a header or not) included. A row that is no CSV costs itself only: csv-parse, left to
 * itself, loses the rows behind an open quotation mark.
 */
export async function* csvItems(lines: AsyncIterable<string | null>, delimiter: string): AsyncGenerator<FileItem> {
  let batch: Rec[] = [];
  let length = 0;
  for await (const record of splitRecords(lines, delimiter)) {
    if ('problem' in record) {
      yield* parseRecords(batch.splice(0), delimiter);
      length = 0;
      yield record;
      continue;
    }
    batch.push(record);
    length += record.text.length;
    if (batch.length < batchSize && length < batchLength) continue;
    yield* parseRecords(batch, delimiter);
    [batch, length] = [[], 0];
  }
  yield* parseRecords(batch, delimiter);
}

type Problem = Extract<FileItem, { text: string }>;

async function* splitRecords(lines: AsyncIterable<string | null>, delimiter: string): AsyncGenerator<Rec | Problem> {
  let line = 0;
  /** Lines of a record whose quotation mark is still open, and their characters. */
  let open: string[] = [];
  let length = 0;

  function* take(text: string, lineNumber: number): Generator<Rec | Problem> {
    if (open.length === 0 && text.trim() === '') return;
    const isOpen = endsOpen(text, open.length > 0, delimiter);
    open.push(text);
    length += text.length;
    if (!isOpen) {
      yield { line: lineNumber - open.length + 1, text: open.join('\n') };
      [open, length] = [[], 0];
    } else if (open.length >= maxLines || length > batchLength) yield* giveUp(lineNumber);
  }
  /** The line that opened the quotation mark is bad; the lines after it are parsed again. */
  function* giveUp(lineNumber: number): Generator<Rec | Problem> {
    const [badLine = '', ...laterLines] = open;
    const first = lineNumber - open.length + 1;
    [open, length] = [[], 0];
    yield { line: first, problem: 'Malformed', text: badLine };
    for (const [index, text] of laterLines.entries()) yield* take(text, first + 1 + index);
  }

  for await (const text of lines) {
    line += 1;
    if (text !== null) yield* take(text, line);
    else yield { line, problem: 'TooLarge', text: '' };
  }
  while (open.length > 0) yield* giveUp(line);
}

/** Whether a line ends within quotation marks. They open at a cell's beginning only, and close where they are not doubled. */
function endsOpen(line: string, wasOpen: boolean, delimiter: string): boolean {
  if (!line.includes('"')) return wasOpen;
  let isOpen = wasOpen;
  let isStart = !wasOpen;
  for (let index = 0; index < line.length; index += 1) {
    const sign = line[index];
    if (isOpen) {
      if (sign !== '"') continue;
      if (line[index + 1] === '"') index += 1;
      else isOpen = false;
    } else if (sign === '"' && isStart) isOpen = true;
    else if (sign === delimiter) isStart = true;
    else if (sign !== ' ') isStart = false;
  }
  return isOpen;
}

function parseRecords(records: readonly Rec[], delimiter: string): FileItem[] {
  const rows = parseRows(records.map(({ text }) => text).join('\n'), delimiter);
  if (rows?.length === records.length) return rows.map((row, index) => toItem(records[index]?.line ?? 0, row));
  // One of them is bad; which one shows when each is alone.
  return records.map(({ line, text }): FileItem => {
    const [row, ...extraRows] = parseRows(text, delimiter) ?? [];
    return row === undefined || extraRows.length > 0 ? { line, problem: 'Malformed', text } : toItem(line, row);
  });
}

function toItem(line: number, row: string[]): FileItem {
  const isTooWide = row.length > maxColumns;
  if (!isTooWide && row.every((cell) => cell.length <= largestCell)) return { line, value: row };
  return {
    line,
    problem: isTooWide ? 'TooManyColumns' : 'CellTooLarge',
    text: row.slice(0, 10).join(',').slice(0, 2_100),
  };
}

function parseRows(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true, relax_quotes: true, trim: true });
  } catch {
    return null;
  }
}
