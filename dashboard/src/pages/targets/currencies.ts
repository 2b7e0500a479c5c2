/** Those that bots are paid in most come first: Telegram Stars have no country. */
const usual = ['XTR', 'RUB', 'USD', 'EUR', 'UAH', 'KZT', 'BYN', 'UZS', 'GBP', 'TRY', 'INR', 'BRL'] as const;

/** Currencies to choose from, with their names in a language; `own` is offered also when nobody knows it. */
export function currencyChoices(locale: string, own: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  const codes = new Set<string>([...usual, ...Intl.supportedValuesOf('currency'), own]);
  return [...codes].map((code) => ({ value: code, label: labelOf(code, names) }));
}

function labelOf(code: string, names: Intl.DisplayNames): string {
  if (code === 'XTR') return 'XTR · Telegram Stars ⭐';
  const name = names.of(code) ?? code;
  return name === code ? code : `${code} · ${name}`;
}
