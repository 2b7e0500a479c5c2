import type { TextPart } from '../../platform/i18n/texts.ts';
import type { menu } from './locales/en/menu.ts';
import type { takeover } from './locales/en/takeover.ts';

export const takeoverTexts: TextPart = {
  en: async () => ({ Takeover: (await import('./locales/en/takeover.ts')).takeover }),
  ru: async () => ({ Takeover: (await import('./locales/ru/takeover.ts')).takeover }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Takeover: typeof takeover;
  }
  interface MenuTexts {
    chats: typeof menu.chats;
  }
}
