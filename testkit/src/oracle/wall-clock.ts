/** Time on the wall clock of a place at a moment. */
export interface WallTime {
  /** `YYYY-MM-DD`. */
  day: string;
  hour: number;
  minute: number;
  /** Offset from UTC, `+05:30`. */
  offset: string;
}

/** Every place's clock differs from UTC by whole quarters of an hour, and is changed at one. */
export const quarterMs = 15 * 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();
const seen = new Map<string, WallTime>();

/** Reads the clock of a place (IANA zone) at a moment (Unix ms). */
export function wallTime(moment: number, zone: string): WallTime {
  const quarter = Math.floor(moment / quarterMs) * quarterMs;
  const key = `${zone} ${quarter}`;
  const known = seen.get(key) ?? readClock(quarter, zone);
  seen.set(key, known);
  return { ...known, minute: known.minute + Math.floor((moment - quarter) / 60_000) };
}

function readClock(moment: number, zone: string): WallTime {
  const shown: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(moment)) shown[type] = value;
  const day = `${shown.year}-${shown.month}-${shown.day}`;
  const ahead = (Date.parse(`${day}T${shown.hour}:${shown.minute}:${shown.second}Z`) - moment) / 60_000;
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`;
  return { day, hour: Number(shown.hour), minute: Number(shown.minute), offset };
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

export const two = (number: number): string => String(number).padStart(2, '0');
