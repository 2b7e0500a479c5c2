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
const wallTimes = new Map<string, WallTime>();

/** Reads the clock of a place (IANA zone) at a moment (Unix ms). */
export function wallTime(moment: number, zone: string): WallTime {
  const quarter = Math.floor(moment / quarterMs) * quarterMs;
  const key = `${zone} ${quarter}`;
  const quarterTime = wallTimes.get(key) ?? readClock(quarter, zone);
  wallTimes.set(key, quarterTime);
  return { ...quarterTime, minute: quarterTime.minute + Math.floor((moment - quarter) / 60_000) };
}

function readClock(moment: number, zone: string): WallTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of getFormat(zone).formatToParts(moment)) parts[type] = value;
  const day = `${parts.year}-${parts.month}-${parts.day}`;
  const offsetMinutes = (Date.parse(`${day}T${parts.hour}:${parts.minute}:${parts.second}Z`) - moment) / 60_000;
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${padTwo(Math.floor(Math.abs(offsetMinutes) / 60))}:${padTwo(Math.abs(offsetMinutes) % 60)}`;
  return { day, hour: Number(parts.hour), minute: Number(parts.minute), offset };
}

function getFormat(zone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(zone);
  if (cachedFormat) return cachedFormat;
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

export const padTwo = (number: number): string => String(number).padStart(2, '0');
