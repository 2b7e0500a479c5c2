import { currencyDecimals } from '@botscope/contract';

/** Telegram Stars: no currency of any country, so `Intl` knows no sign for it. Ours is a letter, not an emoji: it stays in the line's colour. */
const stars = 'XTR';

/** An amount in the currency's smallest unit as users read it: 1250 of EUR → "€12.50", 300 of XTR → "300 ★". `minDecimals`: decimals to write of a whole amount. */
export function formatMoney(amount: number, currency: string, locale: string, minDecimals = 0): string {
  const decimals = currencyDecimals(currency);
  const value = amount / 10 ** decimals;
  if (currency === stars) return `${new Intl.NumberFormat(locale).format(value)}\u00a0★`;
  try {
    return new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      // Our own list of decimals: Intl's differs from how currencies are paid (it gives the forint none).
      minimumFractionDigits: Number.isInteger(value) ? Math.min(minDecimals, decimals) : decimals,
      maximumFractionDigits: decimals,
    }).format(value);
  } catch {
    // A word that is no code at all, sent by API long ago.
    return `${new Intl.NumberFormat(locale, { maximumFractionDigits: decimals }).format(value)} ${currency}`.trim();
  }
}
