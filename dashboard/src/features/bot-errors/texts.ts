import type { TextPart } from '../../platform/i18n/texts.ts';
import type { botErrors } from './locales/en/bot-errors.ts';
import type { menu } from './locales/en/menu.ts';

export const botErrorTexts: TextPart = {
  en: async () => ({ BotErrors: (await import('./locales/en/bot-errors.ts')).botErrors }),
  ru: async () => ({ BotErrors: (await import('./locales/ru/bot-errors.ts')).botErrors }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    BotErrors: typeof botErrors;
  }
  interface MenuTexts {
    botErrors: typeof menu.botErrors;
  }
}
