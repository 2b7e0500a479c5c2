import type { TextPart } from '../../platform/i18n/texts.ts';
import type { fields } from './locales/en/fields.ts';
import type { menu } from './locales/en/menu.ts';

export const fieldTexts: TextPart = {
  en: async () => ({ Fields: (await import('./locales/en/fields.ts')).fields }),
  ru: async () => ({ Fields: (await import('./locales/ru/fields.ts')).fields }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Fields: typeof fields;
  }
  interface MenuTexts {
    customFields: typeof menu.customFields;
  }
}
