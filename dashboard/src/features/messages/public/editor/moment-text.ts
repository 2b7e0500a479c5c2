/** Ways to show a moment that are offered: relative, dates, times, and both. */
export const momentFormats = ['wDt', 'Dt', 'dt', 'D', 'd', 't', 'r'] as const;

/**
 * A moment as Telegram shows it to a reader in this browser's time zone; null where the words in the text stand instead.
 * `timeZone` names another zone than the browser's.
 */
export function momentText(
  unix: number,
  format: string,
  locale: string,
  now = Date.now(),
  timeZone?: string,
): string | null {
  const moment = new Date(unix * 1_000);
  if (format === '') return null;
  if (format === 'r') return relativeText(moment.getTime() - now, locale);
  const hasLetter = (letter: string): boolean => format.includes(letter);
  const options: Intl.DateTimeFormatOptions = {
    ...(hasLetter('w') && { weekday: hasLetter('D') ? 'long' : 'short' }),
    ...(hasLetter('D') && { day: 'numeric', month: 'long', year: 'numeric' }),
    ...(hasLetter('d') && { day: '2-digit', month: '2-digit', year: '2-digit' }),
    ...((hasLetter('t') || hasLetter('T')) && { hour: '2-digit', minute: '2-digit' }),
    ...(hasLetter('T') && { second: '2-digit' }),
    ...(timeZone !== undefined && { timeZone }),
  };
  return new Intl.DateTimeFormat(locale, options).format(moment);
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

function relativeText(ms: number, locale: string): string {
  const [unit, size] = steps.find(([, one]) => Math.abs(ms) >= one) ?? ['second', 1_000];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(ms / size), unit);
}
