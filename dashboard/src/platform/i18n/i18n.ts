import { type Language, languages } from '@botscope/contract';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { pageCode } from '../routing/page-code.ts';

/** One file per language and part, fetched when it is first shown: pages about bots have as many words as all others together. */
const dictionaries = {
  everywhere: {
    en: () => import('./locales/en/everywhere.ts').then((module) => module.everywhere),
    ru: () => import('./locales/ru/everywhere.ts').then((module) => module.everywhere),
  },
  auth: {
    en: () => import('../../features/accounts/locales/en/auth.ts').then((module) => ({ Auth: module.auth })),
    ru: () => import('../../features/accounts/locales/ru/auth.ts').then((module) => ({ Auth: module.auth })),
  },
  botPages: {
    en: () => import('../../features/bots/locales/en/bot-pages.ts').then((module) => module.botPages),
    ru: () => import('../../features/bots/locales/ru/bot-pages.ts').then((module) => module.botPages),
  },
  conversions: {
    en: () =>
      import('../../features/targets/locales/en/conversions.ts').then((module) => ({
        Conversions: module.conversions,
      })),
    ru: () =>
      import('../../features/targets/locales/ru/conversions.ts').then((module) => ({
        Conversions: module.conversions,
      })),
  },
  live: {
    en: () => import('../../features/live-activity/locales/en/live.ts').then((module) => ({ Live: module.live })),
    ru: () => import('../../features/live-activity/locales/ru/live.ts').then((module) => ({ Live: module.live })),
  },
  news: {
    en: () => import('../../features/news/locales/en/news.ts').then((module) => ({ News: module.news })),
    ru: () => import('../../features/news/locales/ru/news.ts').then((module) => ({ News: module.news })),
  },
  palette: {
    en: () => import('../../app/palette/locales/en/palette.ts').then((module) => ({ Palette: module.palette })),
    ru: () => import('../../app/palette/locales/ru/palette.ts').then((module) => ({ Palette: module.palette })),
  },
  profile: {
    en: () => import('../../features/accounts/locales/en/profile.ts').then((module) => ({ Profile: module.profile })),
    ru: () => import('../../features/accounts/locales/ru/profile.ts').then((module) => ({ Profile: module.profile })),
  },
  permissions: {
    en: () =>
      import('../../features/access/locales/en/permissions.ts').then((module) => ({ Permissions: module.permissions })),
    ru: () =>
      import('../../features/access/locales/ru/permissions.ts').then((module) => ({ Permissions: module.permissions })),
  },
  reportPages: {
    en: () => import('../../analytics/locales/en/report-pages.ts').then((module) => ({ Reports: module.reportPages })),
    ru: () => import('../../analytics/locales/ru/report-pages.ts').then((module) => ({ Reports: module.reportPages })),
  },
  share: {
    en: () => import('../../features/shares/locales/en/share.ts').then((module) => ({ Share: module.share })),
    ru: () => import('../../features/shares/locales/ru/share.ts').then((module) => ({ Share: module.share })),
  },
  telegramLogin: {
    en: () =>
      import('../../features/telegram-login/locales/en/telegram-login.ts').then((module) => ({
        TelegramLogin: module.telegramLogin,
      })),
    ru: () =>
      import('../../features/telegram-login/locales/ru/telegram-login.ts').then((module) => ({
        TelegramLogin: module.telegramLogin,
      })),
  },
  utmBuilder: {
    en: () =>
      import('../../features/utm-links/locales/en/utm-builder.ts').then((module) => ({
        UtmBuilder: module.utmBuilder,
      })),
    ru: () =>
      import('../../features/utm-links/locales/ru/utm-builder.ts').then((module) => ({
        UtmBuilder: module.utmBuilder,
      })),
  },
  audit: {
    en: async () => {
      const [{ audit }, { notifications }] = await Promise.all([
        import('../../features/audit/locales/en/audit.ts'),
        import('../../features/notifications/locales/en/notifications.ts'),
      ]);
      return { Audit: audit, Notifications: notifications };
    },
    ru: async () => {
      const [{ audit }, { notifications }] = await Promise.all([
        import('../../features/audit/locales/ru/audit.ts'),
        import('../../features/notifications/locales/ru/notifications.ts'),
      ]);
      return { Audit: audit, Notifications: notifications };
    },
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

/** A lazy page comes together with its words, in the language on show and in those chosen later. */
export function withTexts<Module>(parts: readonly Part[], page: () => Promise<Module>): () => Promise<Module> {
  return () =>
    pageCode(async () => {
      for (const part of parts) wanted.add(part);
      // The guard of every page has chosen the language before the page itself is fetched.
      const language = languageOf(i18next.language);
      const [module] = await Promise.all([page(), ...parts.map((part) => load(part, language))]);
      return module;
    });
}

/** A lazy page about bots. */
export const withBotTexts = <Module>(page: () => Promise<Module>): (() => Promise<Module>) =>
  withTexts(['botPages'], page);

export { i18next as i18n };
