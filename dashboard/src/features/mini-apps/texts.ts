import type { TextPart } from '../../platform/i18n/texts.ts';
import type { appPage } from './locales/en/app-page.ts';
import type { menu } from './locales/en/menu.ts';
import type { miniApps } from './locales/en/mini-apps.ts';
import type { pageScript } from './locales/en/page-script.ts';

/** The list, and the form of one app. */
export const miniAppTexts: TextPart = {
  en: async () => ({ MiniApps: (await import('./locales/en/mini-apps.ts')).miniApps }),
  ru: async () => ({ MiniApps: (await import('./locales/ru/mini-apps.ts')).miniApps }),
};

/** The page of one app. */
export const appPageTexts: TextPart = {
  en: async () => ({ AppPage: (await import('./locales/en/app-page.ts')).appPage }),
  ru: async () => ({ AppPage: (await import('./locales/ru/app-page.ts')).appPage }),
};

/** Texts that the pages of Mini Apps and of websites share. */
export const pageScriptTexts: TextPart = {
  en: async () => ({ PageScript: (await import('./locales/en/page-script.ts')).pageScript }),
  ru: async () => ({ PageScript: (await import('./locales/ru/page-script.ts')).pageScript }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    MiniApps: typeof miniApps;
    AppPage: typeof appPage;
    PageScript: typeof pageScript;
  }
  interface MenuTexts {
    miniApps: typeof menu.miniApps;
  }
}
