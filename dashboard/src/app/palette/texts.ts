import type { TextPart } from '../../platform/i18n/texts.ts';
import type { palette } from './locales/en/palette.ts';

export const paletteTexts: TextPart = {
  en: async () => ({ Palette: (await import('./locales/en/palette.ts')).palette }),
  ru: async () => ({ Palette: (await import('./locales/ru/palette.ts')).palette }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Palette: typeof palette;
  }
}
