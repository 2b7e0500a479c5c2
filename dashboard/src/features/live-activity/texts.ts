import type { TextPart } from '../../platform/i18n/texts.ts';
import type { live } from './locales/en/live.ts';
import type { menu } from './locales/en/menu.ts';

export const liveTexts: TextPart = {
  en: async () => ({ Live: (await import('./locales/en/live.ts')).live }),
  ru: async () => ({ Live: (await import('./locales/ru/live.ts')).live }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Live: typeof live;
  }
  interface MenuTexts {
    live: typeof menu.live;
  }
}
