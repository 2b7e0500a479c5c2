/** One number of a report, in the words of the contract's `ReportCell`; without any it is the whole report. */
export interface CellRef {
  /** Index of a bucket; of cohorts, of the row. */
  bucket?: number;
  /** Name of a line or row. */
  line?: string;
  /** Name of a table's column; of cohorts, the number of the following period. */
  column?: string;
}

const wholeKey = 'all';

/** A place as it stands in the address: `bucket:3;line:new`, or `all`. */
export function formatCellRef(cellRef: CellRef): string {
  const parts = Object.entries(cellRef).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${encodeURIComponent(value)}`],
  );
  return parts.join(';') || wholeKey;
}

/** The opposite of `formatCellRef`; null for what is none. */
export function parseCellRef(text: string): CellRef | null {
  if (text === '') return null;
  const cellRef: CellRef = {};
  if (text === wholeKey) return cellRef;
  for (const part of text.split(';')) {
    const [, name, coded = ''] = /^(bucket|line|column):(.*)$/s.exec(part) ?? [];
    const value = decode(coded);
    if (value === null) return null;
    if (name === 'line' || name === 'column') cellRef[name] = value;
    else if (name === 'bucket' && /^\d{1,6}$/.test(value)) cellRef.bucket = Number(value);
    else return null;
  }
  return cellRef;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
