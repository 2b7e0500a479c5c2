import type { TextPart } from '../../platform/i18n/texts.ts';
import type { botHome } from './locales/en/bot-home.ts';
import type { bots } from './locales/en/bots.ts';
import type { menu } from './locales/en/menu.ts';

export const botTexts: TextPart = {
  en: async () => ({
    Bots: (await import('./locales/en/bots.ts')).bots,
    BotHome: (await import('./locales/en/bot-home.ts')).botHome,
  }),
  ru: async () => ({
    Bots: (await import('./locales/ru/bots.ts')).bots,
    BotHome: (await import('./locales/ru/bot-home.ts')).botHome,
  }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Bots: typeof bots;
    BotHome: typeof botHome;
  }
  interface MenuTexts {
    bots: typeof menu.bots;
    overview: typeof menu.overview;
  }
}
