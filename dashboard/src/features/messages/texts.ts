import type { TextPart } from '../../platform/i18n/texts.ts';
import type { formatting } from './locales/en/formatting.ts';
import type { messages } from './locales/en/messages.ts';

export const messageTexts: TextPart = {
  en: async () => ({
    Messages: (await import('./locales/en/messages.ts')).messages,
    Formatting: (await import('./locales/en/formatting.ts')).formatting,
  }),
  ru: async () => ({
    Messages: (await import('./locales/ru/messages.ts')).messages,
    Formatting: (await import('./locales/ru/formatting.ts')).formatting,
  }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Messages: typeof messages;
    Formatting: typeof formatting;
  }
}
