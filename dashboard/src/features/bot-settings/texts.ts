import type { TextPart } from '../../platform/i18n/texts.ts';
import type { botSettings } from './locales/en/bot-settings.ts';
import type { menu } from './locales/en/menu.ts';

export const botSettingsTexts: TextPart = {
  en: async () => ({ BotSettings: (await import('./locales/en/bot-settings.ts')).botSettings }),
  ru: async () => ({ BotSettings: (await import('./locales/ru/bot-settings.ts')).botSettings }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    BotSettings: typeof botSettings;
  }
  interface MenuTexts {
    launchLinks: typeof menu.launchLinks;
    data: typeof menu.data;
  }
}
