import type { DeliveryItem } from './provider.ts';

/** An amount of a currency of ISO 4217. */
export interface OrderValue {
  /** Exact, in whole units: '19.99'. */
  value: string;
  currency: string;
}

interface StarValue {
  /** 0: not known. */
  star_value: number;
  star_currency: string;
}

/**
 * What an event is worth; null: nothing. Telegram Stars (XTR) are no currency of ISO 4217: they count with the value that
 * the owner gives a Star, else not at all.
 */
export function orderValue({ event }: DeliveryItem, { star_value, star_currency }: StarValue): OrderValue | null {
  const { amount, currency, decimals } = event.data;
  if (!Number.isSafeInteger(amount) || !Number.isInteger(decimals) || typeof currency !== 'string') return null;
  const units = BigInt(amount as number);
  if (currency === 'XTR') {
    const [whole = '', fraction = ''] = String(star_value).split('.');
    const value = decimalText(units * BigInt(whole + fraction), fraction.length + Number(decimals));
    return star_value === 0 ? null : { value, currency: star_currency };
  }
  return /^[A-Z]{3}$/.test(currency) ? { value: decimalText(units, Number(decimals)), currency } : null;
}

/** Number of Stars of a payment whose value is not known. */
export const unvaluedStars = (item: DeliveryItem, settings: StarValue): number | null =>
  item.event.data.currency === 'XTR' && orderValue(item, settings) === null ? Number(item.event.data.amount) : null;

/** 1999 and 2 are '19.99'; zeros at the end are left out. */
function decimalText(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
