import type { TextPart } from '../../platform/i18n/texts.ts';
import type { menu } from './locales/en/menu.ts';
import type { utmBuilder } from './locales/en/utm-builder.ts';

export const utmTexts: TextPart = {
  en: async () => ({ UtmBuilder: (await import('./locales/en/utm-builder.ts')).utmBuilder }),
  ru: async () => ({ UtmBuilder: (await import('./locales/ru/utm-builder.ts')).utmBuilder }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    UtmBuilder: typeof utmBuilder;
  }
  interface MenuTexts {
    utmLinks: typeof menu.utmLinks;
  }
}
