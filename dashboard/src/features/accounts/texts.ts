import type { TextPart } from '../../platform/i18n/texts.ts';
import type { auth } from './locales/en/auth.ts';
import type { menu } from './locales/en/menu.ts';
import type { profile } from './locales/en/profile.ts';

/** The pages before the sign-in. */
export const signInTexts: TextPart = {
  en: async () => ({ Auth: (await import('./locales/en/auth.ts')).auth }),
  ru: async () => ({ Auth: (await import('./locales/ru/auth.ts')).auth }),
};

/** The profile. */
export const profileTexts: TextPart = {
  en: async () => ({ Profile: (await import('./locales/en/profile.ts')).profile }),
  ru: async () => ({ Profile: (await import('./locales/ru/profile.ts')).profile }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Auth: typeof auth;
    Profile: typeof profile;
  }
  interface MenuTexts {
    general: typeof menu.general;
    signIn: typeof menu.signIn;
    security: typeof menu.security;
    accountData: typeof menu.accountData;
  }
}
