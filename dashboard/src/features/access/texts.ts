import type { PermissionKeyTexts, TextPart } from '../../platform/i18n/texts.ts';
import type { menu } from './locales/en/menu.ts';
import type { permissions } from './locales/en/permissions.ts';

type Own = typeof permissions;

export const accessTexts: TextPart = {
  en: async () => ({ Permissions: (await import('./locales/en/permissions.ts')).permissions }),
  ru: async () => ({ Permissions: (await import('./locales/ru/permissions.ts')).permissions }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Permissions: Own & { keys: { [Key in keyof PermissionKeyTexts]: PermissionKeyTexts[Key] } };
  }
  interface MenuTexts {
    access: typeof menu.access;
  }
}
