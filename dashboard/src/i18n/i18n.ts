import { type Language, languages } from '@botscope/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

/** One file per language, fetched when the language is first shown. */
const dictionaries = {
  en: () => import('../locales/en/index.ts').then((module) => module.en),
  ru: () => import('../locales/ru/index.ts').then((module) => module.ru),
} satisfies Record<Language, () => Promise<object>>;

const defaultLanguage: Language = 'en';

/** The language that an address asks for; anything unknown is the default. */
export function languageOf(lang: string | undefined): Language {
  return languages.find((language) => language === lang) ?? defaultLanguage;
}

const started = i18next.use(initReactI18next).init({
  resources: {},
  fallbackLng: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
});

/** Shows the whole dashboard in this language; resolves when its dictionary is there. */
export async function showLanguage(language: Language): Promise<void> {
  await started;
  if (!i18next.hasResourceBundle(language, 'translation')) {
    i18next.addResourceBundle(language, 'translation', await dictionaries[language]());
  }
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

export { i18next as i18n };
