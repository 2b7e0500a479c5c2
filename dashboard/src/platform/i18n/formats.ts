/** Ways to write numbers and moments in one language and time zone. Every one is made once and kept by the caller. */
export function createFormats(language: string, timeZone: string) {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const compact = new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const change = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 1,
    signDisplay: 'exceptZero',
  });
  const date = new Intl.DateTimeFormat(language, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  const moment = new Intl.DateTimeFormat(language, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return {
    /** 1234567.891 → "1,234,567.89" */
    number: (value: number) => number.format(value),
    /** 12345 → "12.3K" */
    compact: (value: number) => compact.format(value),
    /** A share of one: 0.256 → "25.6%" */
    percent: (share: number) => percent.format(share),
    /** A share of one with its sign: 0.12 → "+12%" */
    change: (share: number) => change.format(share),
    /** Day of a moment (ISO text, milliseconds or Date) in the account's time zone. */
    date: (value: string | number | Date) => date.format(new Date(value)),
    /** Day, hour and minute in the account's time zone. */
    moment: (value: string | number | Date) => moment.format(new Date(value)),
    /** Seconds as the two largest parts: 3725 → "1 hr 2 min". */
    duration: (seconds: number) => writeDuration(language, seconds),
    /** "5 minutes ago", measured from `now` (milliseconds). */
    ago: (value: string | number | Date, now: number) => writeAgo(relative, (new Date(value).getTime() - now) / 1000),
  };
}
export type Formats = ReturnType<typeof createFormats>;

const parts = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

function writeDuration(language: string, seconds: number): string {
  const texts: string[] = [];
  let rest = Math.round(seconds);
  for (const [unit, size] of parts) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count === 0 && !(unit === 'second' && texts.length === 0)) {
      if (texts.length > 0) break;
      continue;
    }
    texts.push(new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(count));
    if (texts.length === 2) break;
  }
  return texts.join(' ');
}

function writeAgo(relative: Intl.RelativeTimeFormat, seconds: number): string {
  for (const [unit, size] of parts) {
    if (Math.abs(seconds) >= size || unit === 'second') return relative.format(Math.trunc(seconds / size), unit);
  }
  return '';
}
