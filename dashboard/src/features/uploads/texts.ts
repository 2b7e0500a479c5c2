import type { TextPart } from '../../platform/i18n/texts.ts';
import type { upload } from './locales/en/upload.ts';

export const uploadTexts: TextPart = {
  en: async () => ({ Upload: (await import('./locales/en/upload.ts')).upload }),
  ru: async () => ({ Upload: (await import('./locales/ru/upload.ts')).upload }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Upload: typeof upload;
  }
}
