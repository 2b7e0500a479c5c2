import type { TextPart } from '../../platform/i18n/texts.ts';
import type { jobs } from './locales/en/jobs.ts';

export const jobTexts: TextPart = {
  en: async () => ({ Jobs: (await import('./locales/en/jobs.ts')).jobs }),
  ru: async () => ({ Jobs: (await import('./locales/ru/jobs.ts')).jobs }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Jobs: typeof jobs;
  }
}
