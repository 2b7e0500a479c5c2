import { currencyDecimals, largestAdCost } from '@botscope/contract';

/** White space and apostrophes that stand between thousands: `1 234`, `1'234`. */
const thousandsMarks = /[\s\u00a0\u202f'’]/g;

/**
 * Reads an amount as spreadsheets write it, in the currency's smallest unit. The last of two different separators is that
 * of decimals, and the only one if it cannot be anything else: `1.234` of a currency with two decimals is refused, because
 * it is a thousand in one country and a mistake in another.
 */
export function readAmount(text: string, currency: string): number | 'invalid' | 'ambiguous' | 'too_large' {
  const bare = text.replace(thousandsMarks, '');
  if (!/^\d[\d.,]*$/.test(bare)) return 'invalid';
  const places = currencyDecimals(currency);
  const decimal = findDecimal(bare, places);
  if (decimal === 'ambiguous') return 'ambiguous';
  const [whole = '', fraction = ''] = decimal === '' ? [bare] : splitAtLast(bare, decimal);
  const grouped = decimal === '' ? whole : whole.replaceAll(decimal === '.' ? ',' : '.', '·');
  if (!/^\d+$/.test(grouped) && !/^\d{1,3}([.,·]\d{3})+$/.test(grouped)) return 'invalid';
  if (!/^\d*$/.test(fraction) || fraction.replace(/0+$/, '').length > places) return 'invalid';
  const amount = Number(grouped.replace(/\D/g, '') + fraction.slice(0, places).padEnd(places, '0'));
  return amount > largestAdCost ? 'too_large' : amount;
}

/** The separator of decimals; '' = there is none. */
function findDecimal(text: string, places: number): '.' | ',' | '' | 'ambiguous' {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (points === 0 && commas === 0) return '';
  if (points > 0 && commas > 0) return text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  const separator = points > 0 ? '.' : ',';
  // `1.234.567`
  if (points + commas > 1) return '';
  const digits = text.length - text.indexOf(separator) - 1;
  if (digits === 3) return places === 0 ? '' : 'ambiguous';
  return separator;
}

function splitAtLast(text: string, separator: string): [string, string] {
  const at = text.lastIndexOf(separator);
  return [text.slice(0, at), text.slice(at + 1)];
}
