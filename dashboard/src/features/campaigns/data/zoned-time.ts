const hourMs = 3_600_000;

/** `YYYY-MM-DDTHH:MM` in a time zone, as a field for date and time takes it. */
export function formatLocalTime(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(iso));
  const part = (name: string): string => parts.find(({ type }) => type === name)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * The moment at which a time zone's clocks show a local time; null for what is no time. Of an hour that clocks show twice
 * it is the first, of one that they skip the one after it.
 */
export function parseLocalTime(localTime: string, timeZone: string): string | null {
  const targetMs = Date.parse(`${localTime}Z`);
  if (Number.isNaN(targetMs)) return null;
  const toLocalMs = (moment: number): number =>
    Date.parse(`${formatLocalTime(new Date(moment).toISOString(), timeZone)}Z`);
  // The offset a day earlier and a day later: one of them holds at the moment itself.
  const moments = [-86_400_000, 86_400_000].map(
    (offset) => targetMs - (toLocalMs(targetMs + offset) - (targetMs + offset)),
  );
  const exact = moments.filter((moment) => toLocalMs(moment) === targetMs);
  return new Date(Math.min(...(exact.length > 0 ? exact : [Math.max(...moments)]))).toISOString();
}

/** Minutes since midnight of a moment in a time zone. */
export function minuteOfDay(moment: number, timeZone: string): number {
  const localTime = formatLocalTime(new Date(moment).toISOString(), timeZone);
  return Number(localTime.slice(11, 13)) * 60 + Number(localTime.slice(14, 16));
}

/** The next full hour after so many hours, ISO 8601: what a field for a moment begins with. */
export const fullHourIn = (hours: number): string =>
  new Date(Math.ceil(Date.now() / hourMs + hours) * hourMs).toISOString();
