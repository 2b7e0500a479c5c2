import type { TextPart } from '../../../platform/i18n/texts.ts';
import type { eraseDialog } from '../locales/en/erase-dialog.ts';

/** Texts of the dialog alone: other features open it. */
export const eraseDialogTexts: TextPart = {
  en: async () => ({ EraseDialog: (await import('../locales/en/erase-dialog.ts')).eraseDialog }),
  ru: async () => ({ EraseDialog: (await import('../locales/ru/erase-dialog.ts')).eraseDialog }),
};

declare module '../../../platform/i18n/texts.ts' {
  interface Texts {
    EraseDialog: typeof eraseDialog;
  }
}
