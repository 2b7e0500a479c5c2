import { dayMs } from '../../../platform/time-units.ts';
import { isTimeZone } from '../../accounts/accounts.ts';
import { offsetAt } from '../../campaign-engine/campaign-engine.ts';

const offset = /^(?:UTC|GMT)?\s*([+-])(\d{1,2})(?::?([0-5]\d))?$/i;
/** Hours that any zone has, west and east. */
const maxHours = { '-': 12, '+': 14 };

/**
 * A time zone as it stands in a custom field: an IANA name such as `Europe/Moscow`, or an offset such as `+03:00`, `UTC+3`
 * or `-0330`. Null for anything else: a name of three letters such as `CST` means several.
 */
export function parseZone(text: string): string | null {
  const word = text.trim();
  const [, sign, hours = '', minutes = '00'] = offset.exec(word) ?? [];
  if (sign === '+' || sign === '-') {
    const isInRange = Number(hours) < maxHours[sign] || (Number(hours) === maxHours[sign] && minutes === '00');
    return isInRange ? `${sign}${hours.padStart(2, '0')}:${minutes}` : null;
  }
  if (word === 'Z' || /^(UTC|GMT)$/i.test(word)) return 'UTC';
  return word.includes('/') && isTimeZone(word) ? word : null;
}

const zoneCache = new Map<string, string | null>();

/**
 * The time zone of a country that has one alone, by its code of two letters. Null where it has several (Russia, Brazil), or
 * is not known. Zones that show the same time all year are one: Germany has two names for it.
 */
export function zoneOfCountry(country: string, now = Date.now()): string | null {
  if (!/^[A-Z]{2}$/.test(country)) return null;
  const cachedZone = zoneCache.get(country);
  if (cachedZone !== undefined) return cachedZone;
  const [first, ...otherZones] = zonesOfCountry(country);
  const isOne = first !== undefined && otherZones.every((other) => isSameAllYear(first, other, now));
  const zone = isOne ? first : null;
  zoneCache.set(country, zone);
  return zone;
}

/** Zones in the CLDR, as the engine has it: part of ECMA-402, but not yet of TypeScript's types. */
function zonesOfCountry(country: string): readonly string[] {
  const locale: Intl.Locale & { getTimeZones?: () => readonly string[] | undefined } = new Intl.Locale(
    `und-${country}`,
  );
  return locale.getTimeZones?.() ?? [];
}

function isSameAllYear(one: string, other: string, now: number): boolean {
  for (let day = 0; day <= 366; day += 3) {
    const moment = now + day * dayMs;
    if (offsetAt(moment, one) !== offsetAt(moment, other)) return false;
  }
  return true;
}
