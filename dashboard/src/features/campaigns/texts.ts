import type { TextPart } from '../../platform/i18n/texts.ts';
import type { campaigns } from './locales/en/campaigns.ts';
import type { editor } from './locales/en/editor.ts';
import type { menu } from './locales/en/menu.ts';

/** The list of campaigns and the page of one. */
export const campaignTexts: TextPart = {
  en: async () => ({ Campaigns: (await import('./locales/en/campaigns.ts')).campaigns }),
  ru: async () => ({ Campaigns: (await import('./locales/ru/campaigns.ts')).campaigns }),
};

export const editorTexts: TextPart = {
  en: async () => ({ CampaignEditor: (await import('./locales/en/editor.ts')).editor }),
  ru: async () => ({ CampaignEditor: (await import('./locales/ru/editor.ts')).editor }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Campaigns: typeof campaigns;
    CampaignEditor: typeof editor;
  }
  interface MenuTexts {
    mailing: typeof menu.mailing;
  }
}
