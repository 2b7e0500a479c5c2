/**
 * Today's name of a zone, by the name that browsers still list. Owners search for today's; both are the same clock.
 * From the `backward` file of the IANA time zone database.
 */
const renamedZones: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

export interface ZoneOption {
  /** IANA name. */
  value: string;
  /** With its present distance from UTC: "Europe/Berlin (UTC+1)". */
  label: string;
}

/**
 * Every zone that the browser knows; the account's own and UTC are there even where the browser's list lacks them. Takes
 * about 130 ms, most of it for the distances: not to be called before the list is opened.
 */
export function zoneOptions(userZone: string | undefined, now: number): ZoneOption[] {
  const supportedZones = Intl.supportedValuesOf('timeZone').map((name) => renamedZones[name] ?? name);
  const names = new Set(['UTC', ...(userZone ? [userZone] : []), ...supportedZones]);
  return [...names].sort().map((value) => zoneOption(value, now));
}

export const zoneOption = (value: string, now: number): ZoneOption => ({
  value,
  label: `${value.replaceAll('_', ' ')} (${formatUtcOffset(value, now)})`,
});

function formatUtcOffset(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now);
  const distance = parts.find(({ type }) => type === 'timeZoneName')?.value.replace('GMT', '') ?? '';
  // Engines write Greenwich time with and without the zero.
  return `UTC${distance || '+0'}`;
}
