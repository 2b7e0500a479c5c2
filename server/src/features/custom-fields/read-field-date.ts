/** Limits of a date column in the event store: 1900 to 2299. */
const earliestMs = Date.UTC(1900, 0, 1);
const latestMs = Date.UTC(2299, 11, 31, 23, 59, 59, 999);
/** Numbers from here on are milliseconds: as seconds they would lie beyond the year 5100. */
const smallestMilliseconds = 100_000_000_000;

const datePattern =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:([Zz])|([+-]\d\d):?(\d\d)?)?)?$/;
/** Shorter ones are days and years without dashes, not moments in 1970. */
const unixText = /^-?\d{9,13}$/;

/**
 * Reads a value of a date field: Unix time in seconds or milliseconds, ISO 8601, or `Y-m-d H:i:s`; without a zone it is
 * UTC. Birthdays lie before 1970, so numbers may be negative.
 * @returns Unix milliseconds; NaN for what is no date, or one before 1900 or after 2299
 */
export function readFieldDate(input: unknown): number {
  const time = typeof input === 'string' ? readText(input.trim()) : typeof input === 'number' ? readUnix(input) : NaN;
  return time >= earliestMs && time <= latestMs ? time : Number.NaN;
}

function readUnix(time: number): number {
  return Math.round(Math.abs(time) >= smallestMilliseconds ? time : time * 1000);
}

function readText(text: string): number {
  const match = datePattern.exec(text);
  if (match === null) return unixText.test(text) ? readUnix(Number(text)) : Number.NaN;
  const [, day = '', clock = '00:00', seconds = '00', fraction = '', utc, hours, minutes = '00'] = match;
  // JavaScript takes 31 February for a day in March.
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) return Number.NaN;
  const zone = utc !== undefined || hours === undefined ? 'Z' : `${hours}:${minutes}`;
  return Date.parse(`${day}T${clock}:${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${zone}`);
}
