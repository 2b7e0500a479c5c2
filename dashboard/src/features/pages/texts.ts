import type { TextPart } from '../../platform/i18n/texts.ts';
import type { appPage } from './locales/en/app-page.ts';
import type { apps } from './locales/en/apps.ts';
import type { menu } from './locales/en/menu.ts';
import type { pages } from './locales/en/pages.ts';
import type { sitePage } from './locales/en/site-page.ts';
import type { sites } from './locales/en/sites.ts';

/** Texts that Mini Apps and websites share. */
export const pageTexts: TextPart = {
  en: async () => ({ Pages: (await import('./locales/en/pages.ts')).pages }),
  ru: async () => ({ Pages: (await import('./locales/ru/pages.ts')).pages }),
};

/** The list of Mini Apps, and the form of one. */
export const appsTexts: TextPart = {
  en: async () => ({ Pages: { apps: (await import('./locales/en/apps.ts')).apps } }),
  ru: async () => ({ Pages: { apps: (await import('./locales/ru/apps.ts')).apps } }),
};

/** The page of one Mini App. */
export const appPageTexts: TextPart = {
  en: async () => ({ Pages: { apps: (await import('./locales/en/app-page.ts')).appPage } }),
  ru: async () => ({ Pages: { apps: (await import('./locales/ru/app-page.ts')).appPage } }),
};

/** The list of websites, and the form of one. */
export const sitesTexts: TextPart = {
  en: async () => ({ Pages: { sites: (await import('./locales/en/sites.ts')).sites } }),
  ru: async () => ({ Pages: { sites: (await import('./locales/ru/sites.ts')).sites } }),
};

/** The page of one website. */
export const sitePageTexts: TextPart = {
  en: async () => ({ Pages: { sites: (await import('./locales/en/site-page.ts')).sitePage } }),
  ru: async () => ({ Pages: { sites: (await import('./locales/ru/site-page.ts')).sitePage } }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Pages: typeof pages & { apps: typeof apps & typeof appPage; sites: typeof sites & typeof sitePage };
  }
  interface MenuTexts {
    miniApps: typeof menu.miniApps;
    websites: typeof menu.websites;
  }
}
