import { type Language, languages } from '@botscope/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { pageCode } from '../routing/page-code.ts';
import { loadDictionary } from './dictionaries.ts';
import type { TextKey } from './texts.ts';

/** Texts that every page needs. */
type FirstVisit = Record<Language, () => Promise<object>>;
type TextPart = TextKey | FirstVisit;

const defaultLanguage: Language = 'en';
const neededParts = new Set<TextPart>();
const loadedParts: Record<Language, Set<TextPart>> = { en: new Set(), ru: new Set() };

/** The language that an address asks for; anything unknown is the default. */
export function parseLanguage(lang: string | undefined): Language {
  return languages.find((language) => language === lang) ?? defaultLanguage;
}

const initialization = i18next.use(initReactI18next).init({
  resources: {},
  fallbackLng: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/** Shows the whole dashboard in this language; resolves when its dictionary is there. */
export async function showLanguage(language: Language): Promise<void> {
  await initialization;
  await Promise.all([...neededParts].map((part) => load(part, language)));
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

async function load(part: TextPart, language: Language): Promise<void> {
  if (loadedParts[language].has(part)) return;
  const texts = typeof part === 'string' ? await loadDictionary(part, language) : await part[language]();
  i18next.addResourceBundle(language, 'translation', texts, true);
  loadedParts[language].add(part);
}

/** Adds a part to what every page needs, before the first language is shown. */
export const needTexts = (part: FirstVisit): unknown => neededParts.add(part);

/** A lazy page comes together with its words, in the language on show and in those chosen later. */
export function withTexts<Module>(keys: readonly TextKey[], page: () => Promise<Module>): () => Promise<Module> {
  return () =>
    pageCode(async () => {
      for (const key of keys) neededParts.add(key);
      // The guard of every page has chosen the language before the page itself is fetched.
      const language = parseLanguage(i18next.language);
      const [module] = await Promise.all([page(), ...keys.map((key) => load(key, language))]);
      return module;
    });
}

export { i18next as i18n };
