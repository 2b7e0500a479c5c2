import type { TextPart } from '../../platform/i18n/texts.ts';
import type { conversation } from './locales/en/conversation.ts';

export const conversationTexts: TextPart = {
  en: async () => ({ Conversation: (await import('./locales/en/conversation.ts')).conversation }),
  ru: async () => ({ Conversation: (await import('./locales/ru/conversation.ts')).conversation }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Conversation: typeof conversation;
  }
}
