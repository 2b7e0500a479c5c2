/** Currencies as a list offers them, in a language: `USD · US Dollar`. Telegram Stars have no country to name them. */
export function currencyNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'currency' });
  return (code) => {
    if (code === 'XTR') return 'XTR · Telegram Stars ★';
    const name = names.of(code) ?? code;
    return name === code ? code : `${code} · ${name}`;
  };
}
