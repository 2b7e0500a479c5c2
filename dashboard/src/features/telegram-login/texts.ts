import type { TextPart } from '../../platform/i18n/texts.ts';
import type { telegramLogin } from './locales/en/telegram-login.ts';

export const telegramLoginTexts: TextPart = {
  en: async () => ({ TelegramLogin: (await import('./locales/en/telegram-login.ts')).telegramLogin }),
  ru: async () => ({ TelegramLogin: (await import('./locales/ru/telegram-login.ts')).telegramLogin }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    TelegramLogin: typeof telegramLogin;
  }
}
