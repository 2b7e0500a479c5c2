import type { TextPart } from '../../platform/i18n/texts.ts';
import type { menu } from './locales/en/menu.ts';
import type { siteCode } from './locales/en/site-code.ts';
import type { sitePage } from './locales/en/site-page.ts';
import type { websites } from './locales/en/websites.ts';

/** The list, and the form of one website. */
export const websiteTexts: TextPart = {
  en: async () => ({ Websites: (await import('./locales/en/websites.ts')).websites }),
  ru: async () => ({ Websites: (await import('./locales/ru/websites.ts')).websites }),
};

/** The page of one website. */
export const sitePageTexts: TextPart = {
  en: async () => ({ SitePage: (await import('./locales/en/site-page.ts')).sitePage }),
  ru: async () => ({ SitePage: (await import('./locales/ru/site-page.ts')).sitePage }),
};

/** Its code. */
export const siteCodeTexts: TextPart = {
  en: async () => ({ SiteCode: (await import('./locales/en/site-code.ts')).siteCode }),
  ru: async () => ({ SiteCode: (await import('./locales/ru/site-code.ts')).siteCode }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Websites: typeof websites;
    SitePage: typeof sitePage;
    SiteCode: typeof siteCode;
  }
  interface MenuTexts {
    websites: typeof menu.websites;
  }
}
