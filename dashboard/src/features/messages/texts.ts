import type { TextPart } from '../../platform/i18n/texts.ts';
import type { messages } from './locales/en/messages.ts';

export const messageTexts: TextPart = {
  en: async () => ({ Messages: (await import('./locales/en/messages.ts')).messages }),
  ru: async () => ({ Messages: (await import('./locales/ru/messages.ts')).messages }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Messages: typeof messages;
  }
}
