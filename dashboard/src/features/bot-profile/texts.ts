import type { TextPart } from '../../platform/i18n/texts.ts';
import type { botProfile } from './locales/en/bot-profile.ts';
import type { menu } from './locales/en/menu.ts';

export const botProfileTexts: TextPart = {
  en: async () => ({ BotProfile: (await import('./locales/en/bot-profile.ts')).botProfile }),
  ru: async () => ({ BotProfile: (await import('./locales/ru/bot-profile.ts')).botProfile }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    BotProfile: typeof botProfile;
  }
  interface MenuTexts {
    commands: typeof menu.commands;
  }
}
