/** One number of a report, in the words of the contract's `ReportCell`; without any it is the whole report. */
export interface Place {
  /** Index of a bucket; of cohorts, of the row. */
  bucket?: number;
  /** Name of a line or row. */
  line?: string;
  /** Name of a table's column; of cohorts, the number of the following period. */
  column?: string;
}

const whole = 'all';

/** A place as it stands in the address: `bucket:3;line:new`, or `all`. */
export function writePlace(place: Place): string {
  const parts = Object.entries(place).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${encodeURIComponent(value)}`],
  );
  return parts.join(';') || whole;
}

/** The opposite of `writePlace`; null for what is none. */
export function readPlace(text: string): Place | null {
  if (text === '') return null;
  const place: Place = {};
  if (text === whole) return place;
  for (const part of text.split(';')) {
    const [, name, coded = ''] = /^(bucket|line|column):(.*)$/s.exec(part) ?? [];
    const value = decode(coded);
    if (value === null) return null;
    if (name === 'line' || name === 'column') place[name] = value;
    else if (name === 'bucket' && /^\d{1,6}$/.test(value)) place.bucket = Number(value);
    else return null;
  }
  return place;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
