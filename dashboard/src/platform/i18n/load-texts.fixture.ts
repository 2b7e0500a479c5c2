import type { Language } from '@botscope/contract';
import { loadDictionary } from './dictionaries.ts';
import { shared as english } from './locales/en/shared.ts';
import { shared as russian } from './locales/ru/shared.ts';
import type { TextKey } from './texts.ts';

/** The texts that a test needs, as i18next takes them. */
export async function loadTexts(language: Language, keys: readonly TextKey[]): Promise<Record<string, object>> {
  const dictionaries = await Promise.all(keys.map((key) => loadDictionary(key, language)));
  return Object.assign({}, language === 'en' ? english : russian, ...dictionaries);
}
