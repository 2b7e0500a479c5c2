import type { TextPart } from '../../platform/i18n/texts.ts';
import type { addBot } from './locales/en/add-bot.ts';
import type { connection } from './locales/en/connection.ts';
import type { menu } from './locales/en/menu.ts';

export const connectionTexts: TextPart = {
  en: async () => ({ Connection: (await import('./locales/en/connection.ts')).connection }),
  ru: async () => ({ Connection: (await import('./locales/ru/connection.ts')).connection }),
};

/** The wizard for a new bot. */
export const addBotTexts: TextPart = {
  en: async () => ({ AddBot: (await import('./locales/en/add-bot.ts')).addBot }),
  ru: async () => ({ AddBot: (await import('./locales/ru/add-bot.ts')).addBot }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Connection: typeof connection;
    AddBot: typeof addBot;
  }
  interface MenuTexts {
    connection: typeof menu.connection;
  }
}
