import type { TextPart } from '../../../../platform/i18n/texts.ts';
import type { subscription } from '../../locales/en/subscription.ts';

/** Texts about a user's decisions on mailings: apart from the texts that routes name, to come with the page. */
export const subscriptionTexts: TextPart = {
  en: async () => ({ Subscription: (await import('../../locales/en/subscription.ts')).subscription }),
  ru: async () => ({ Subscription: (await import('../../locales/ru/subscription.ts')).subscription }),
};

declare module '../../../../platform/i18n/texts.ts' {
  interface Texts {
    Subscription: typeof subscription;
  }
}
