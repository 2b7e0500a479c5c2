import type { TextPart } from '../platform/i18n/texts.ts';

/** Texts that every page's first visit downloads. */
export const firstVisitTexts: TextPart = {
  en: async () => (await import('./locales/en/first-visit.ts')).firstVisit,
  ru: async () => (await import('./locales/ru/first-visit.ts')).firstVisit,
};
