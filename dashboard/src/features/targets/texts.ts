import type { TextPart } from '../../platform/i18n/texts.ts';
import type { conversions } from './locales/en/conversions.ts';
import type { menu } from './locales/en/menu.ts';

export const targetTexts: TextPart = {
  en: async () => ({ Conversions: (await import('./locales/en/conversions.ts')).conversions }),
  ru: async () => ({ Conversions: (await import('./locales/ru/conversions.ts')).conversions }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Conversions: typeof conversions;
  }
  interface MenuTexts {
    conversions: typeof menu.conversions;
    conversionList: typeof menu.conversionList;
    targets: typeof menu.targets;
  }
}
