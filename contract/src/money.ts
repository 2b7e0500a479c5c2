/**
 * Currencies whose smallest unit is not a hundredth: ISO 4217, and Telegram Stars. Written out, because `Intl` follows
 * what is usual in print (0 decimals for IRR, which has 2), and not the same in every browser.
 */
const decimals: Readonly<Record<number, string>> = {
  0: 'XTR BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const decimalsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)] as const)),
);

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY and Telegram Stars; 2 for unknown codes. */
export function currencyDecimals(currency: string): number {
  return decimalsByCurrency.get(currency) ?? 2;
}

/** An amount as users say it (12.5 EUR) in the currency's smallest unit (1250), rounded to a whole one. */
export function toSmallestUnit(value: number, currency: string): number {
  const places = currencyDecimals(currency);
  // By its digits: 1.005 * 100 is 100.49999…. Only numbers nobody pays are written with an exponent of their own.
  const shifted = Number(`${value}e${places}`);
  // "+ 0" turns a negative zero into the ordinary one.
  return Math.round(Number.isNaN(shifted) ? value * 10 ** places : shifted) + 0;
}

/** The opposite, exactly and for machines: 1250 EUR → "12.50", 3 XTR → "3". */
export function decimalAmount(amount: number, currency: string): string {
  const places = currencyDecimals(currency);
  const digits = String(Math.abs(amount)).padStart(places + 1, '0');
  const cut = digits.length - places;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, cut)}${places === 0 ? '' : `.${digits.slice(cut)}`}`;
}
