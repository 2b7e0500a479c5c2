import type { Language } from '@botscope/contract';

/** True for a time zone that this machine can calculate with (IANA names, in any case). */
export function isTimeZone(name: string): boolean {
  try {
    // Offsets such as "+03:00" are accepted by Intl, but know no summer time and are no IANA names.
    return /^[a-z]/i.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** The zone of a new account: what its browser says, else where most readers of the language live. */
export function timeZoneFor(language: Language, browserZone?: string): string {
  if (browserZone !== undefined && isTimeZone(browserZone)) return browserZone;
  return language === 'ru' ? 'Europe/Moscow' : 'UTC';
}
