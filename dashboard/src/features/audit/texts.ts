import type { TextPart } from '../../platform/i18n/texts.ts';
import type { audit } from './locales/en/audit.ts';
import type { menu } from './locales/en/menu.ts';

export const auditTexts: TextPart = {
  en: async () => ({ Audit: (await import('./locales/en/audit.ts')).audit }),
  ru: async () => ({ Audit: (await import('./locales/ru/audit.ts')).audit }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Audit: typeof audit;
  }
  interface MenuTexts {
    auditLog: typeof menu.auditLog;
    accountActivity: typeof menu.accountActivity;
  }
}
