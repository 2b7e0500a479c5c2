import type { TextPart } from '../../platform/i18n/texts.ts';
import type { notes } from './locales/en/notes.ts';

export const noteTexts: TextPart = {
  en: async () => ({ UserNotes: (await import('./locales/en/notes.ts')).notes }),
  ru: async () => ({ UserNotes: (await import('./locales/ru/notes.ts')).notes }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    UserNotes: typeof notes;
  }
}
