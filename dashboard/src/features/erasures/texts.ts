import type { TextPart } from '../../platform/i18n/texts.ts';
import type { erasures } from './locales/en/erasures.ts';
import type { menu } from './locales/en/menu.ts';

export const erasureTexts: TextPart = {
  en: async () => ({ Erasures: (await import('./locales/en/erasures.ts')).erasures }),
  ru: async () => ({ Erasures: (await import('./locales/ru/erasures.ts')).erasures }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Erasures: typeof erasures;
  }
  interface MenuTexts {
    privacy: typeof menu.privacy;
  }
}
