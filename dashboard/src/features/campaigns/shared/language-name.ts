/** Languages that are offered first, by how many users of Telegram have them. Any other code can be entered. */
export const offeredLanguages = [
  ...['ru', 'en', 'uk', 'uz', 'kk', 'be', 'es', 'pt-br', 'pt', 'id', 'fa', 'ar', 'tr', 'de', 'it', 'fr', 'pl', 'hi'],
  ...['az', 'hy', 'ka', 'ky', 'tg', 'he', 'nl', 'cs', 'ro', 'vi', 'th', 'ko', 'ja', 'zh-hans', 'zh-hant'],
] as const;

/** A language in the language on show: `Portuguese (Brazil)`; the code itself where it has no name. */
export function languageName(code: string, locale: string): string {
  try {
    const name = new Intl.DisplayNames(locale, { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return code;
  }
}
