import type { TextPart } from '../platform/i18n/texts.ts';
import type { reportPages } from './locales/en/report-pages.ts';
import type { reports } from './locales/en/reports.ts';
import type { share } from './locales/en/share.ts';

/** The report pages. What other pages say of reports (`locales/{en,ru}/reports.ts`) comes with every first visit. */
export const reportTexts: TextPart = {
  en: async () => ({ Reports: (await import('./locales/en/report-pages.ts')).reportPages }),
  ru: async () => ({ Reports: (await import('./locales/ru/report-pages.ts')).reportPages }),
};

/** Links that show reports to others: the dialog that makes them, and the pages behind them. */
export const shareTexts: TextPart = {
  en: async () => ({ Share: (await import('./locales/en/share.ts')).share }),
  ru: async () => ({ Share: (await import('./locales/ru/share.ts')).share }),
};

declare module '../platform/i18n/texts.ts' {
  interface Texts {
    Reports: typeof reports & typeof reportPages;
    Share: typeof share;
  }
}
