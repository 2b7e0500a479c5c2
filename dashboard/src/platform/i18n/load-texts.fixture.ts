import type { Language } from '@botscope/contract';
import { shared as english } from './locales/en/shared.ts';
import { shared as russian } from './locales/ru/shared.ts';
import type { TextPart } from './texts.ts';

/** The texts that a test needs, as i18next takes them. */
export async function loadTexts(language: Language, parts: readonly TextPart[]): Promise<Record<string, object>> {
  const bundles = await Promise.all(parts.map((part) => part[language]()));
  return Object.assign({}, language === 'en' ? english : russian, ...bundles);
}
