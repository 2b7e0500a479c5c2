import { type Language, languages } from '@botscope/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

/** One file per language and part, fetched when it is first shown: pages about bots have as many words as all others together. */
const dictionaries = {
  everywhere: {
    en: () => import('../locales/en/everywhere.ts').then((module) => module.everywhere),
    ru: () => import('../locales/ru/everywhere.ts').then((module) => module.everywhere),
  },
  botPages: {
    en: () => import('../locales/en/bot-pages.ts').then((module) => module.botPages),
    ru: () => import('../locales/ru/bot-pages.ts').then((module) => module.botPages),
  },
} satisfies Record<string, Record<Language, () => Promise<object>>>;
type Part = keyof typeof dictionaries;

const defaultLanguage: Language = 'en';
const wanted = new Set<Part>(['everywhere']);
const loaded = new Set<string>();

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
  await Promise.all([...wanted].map((part) => load(part, language)));
  if (i18next.language !== language) await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}

async function load(part: Part, language: Language): Promise<void> {
  if (loaded.has(`${part} ${language}`)) return;
  const texts = await dictionaries[part][language]();
  i18next.addResourceBundle(language, 'translation', texts, true);
  loaded.add(`${part} ${language}`);
}

/** A lazy page about bots: comes together with its words, in the language on show and in those chosen later. */
export function withBotTexts<Module>(page: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    wanted.add('botPages');
    // The guard of every page has chosen the language before the page itself is fetched.
    const [module] = await Promise.all([page(), load('botPages', languageOf(i18next.language))]);
    return module;
  };
}

export { i18next as i18n };
