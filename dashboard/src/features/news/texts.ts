import type { TextPart } from '../../platform/i18n/texts.ts';
import type { news } from './locales/en/news.ts';

export const newsTexts: TextPart = {
  en: async () => ({ News: (await import('./locales/en/news.ts')).news }),
  ru: async () => ({ News: (await import('./locales/ru/news.ts')).news }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    News: typeof news;
  }
}
