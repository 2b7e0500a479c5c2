import { currencyNames } from '../../../../platform/i18n/currency-names.ts';

/** Currencies that bots are paid in most come first: Telegram Stars have no country. */
const usual = ['XTR', 'RUB', 'USD', 'EUR', 'UAH', 'KZT', 'BYN', 'UZS', 'GBP', 'TRY', 'INR', 'BRL'] as const;

/** Currencies to choose from, with their names in a language; `ownCurrency` is offered also when nobody knows it. */
export function currencyChoices(locale: string, ownCurrency: string): { value: string; label: string }[] {
  const nameOf = currencyNames(locale);
  const codes = new Set<string>([...usual, ...Intl.supportedValuesOf('currency'), ownCurrency]);
  return [...codes].map((code) => ({ value: code, label: nameOf(code) }));
}
