import type { TextPart } from '../../platform/i18n/texts.ts';
import type { hiddenCommands } from './locales/en/hidden-commands.ts';
import type { menu } from './locales/en/menu.ts';

export const hiddenCommandTexts: TextPart = {
  en: async () => ({ HiddenCommands: (await import('./locales/en/hidden-commands.ts')).hiddenCommands }),
  ru: async () => ({ HiddenCommands: (await import('./locales/ru/hidden-commands.ts')).hiddenCommands }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    HiddenCommands: typeof hiddenCommands;
  }
  interface MenuTexts {
    hiddenCommands: typeof menu.hiddenCommands;
  }
}
