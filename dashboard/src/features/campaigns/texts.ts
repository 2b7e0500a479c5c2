import type { TextPart } from '../../platform/i18n/texts.ts';
import type { automations } from './locales/en/automations.ts';
import type { calendar } from './locales/en/calendar.ts';
import type { campaigns } from './locales/en/campaigns.ts';
import type { checks } from './locales/en/checks.ts';
import type { content } from './locales/en/content.ts';
import type { demo } from './locales/en/demo.ts';
import type { editor } from './locales/en/editor.ts';
import type { mailingSettings } from './locales/en/mailing-settings.ts';
import type { menu } from './locales/en/menu.ts';
import type { sentMessages } from './locales/en/sent-messages.ts';
import type { timing } from './locales/en/timing.ts';
import type { variants } from './locales/en/variants.ts';

/** The list of campaigns and the page of one. */
export const campaignTexts: TextPart = {
  en: async () => ({ Campaigns: (await import('./locales/en/campaigns.ts')).campaigns }),
  ru: async () => ({ Campaigns: (await import('./locales/ru/campaigns.ts')).campaigns }),
};

/** Triggers of automations, with those of rules. */
export const automationTexts: TextPart = {
  en: async () => ({ Automations: (await import('./locales/en/automations.ts')).automations }),
  ru: async () => ({ Automations: (await import('./locales/ru/automations.ts')).automations }),
};

/** The editor, with what it warns of before the start. */
export const editorTexts: TextPart = {
  en: async () => {
    const { editor, checks } = await import('./locales/en/editor.ts');
    return { CampaignEditor: editor, CampaignChecks: checks };
  },
  ru: async () => {
    const { editor, checks } = await import('./locales/ru/editor.ts');
    return { CampaignEditor: editor, CampaignChecks: checks };
  },
};

/** Texts that only the demo shows. */
export const demoTexts: TextPart = {
  en: async () => ({ CampaignDemo: (await import('./locales/en/demo.ts')).demo }),
  ru: async () => ({ CampaignDemo: (await import('./locales/ru/demo.ts')).demo }),
};

export const calendarTexts: TextPart = {
  en: async () => ({ CampaignCalendar: (await import('./locales/en/calendar.ts')).calendar }),
  ru: async () => ({ CampaignCalendar: (await import('./locales/ru/calendar.ts')).calendar }),
};

/** Editing, deleting and pinning what was sent. */
export const sentMessageTexts: TextPart = {
  en: async () => ({ SentMessages: (await import('./locales/en/sent-messages.ts')).sentMessages }),
  ru: async () => ({ SentMessages: (await import('./locales/ru/sent-messages.ts')).sentMessages }),
};

/** Versions of a message and the control group, on both pages. */
export const variantTexts: TextPart = {
  en: async () => ({ CampaignVariants: (await import('./locales/en/variants.ts')).variants }),
  ru: async () => ({ CampaignVariants: (await import('./locales/ru/variants.ts')).variants }),
};

/** Texts about unsubscribing and users' own time: the bot's settings, the editor and the page of a campaign. */
export const mailingSettingsTexts: TextPart = {
  en: async () => {
    const { mailingSettings, timing } = await import('./locales/en/mailing-settings.ts');
    return { MailingSettings: mailingSettings, CampaignTiming: timing };
  },
  ru: async () => {
    const { mailingSettings, timing } = await import('./locales/ru/mailing-settings.ts');
    return { MailingSettings: mailingSettings, CampaignTiming: timing };
  },
};

/** Links, albums and copies: what the editor and the page of a campaign say of them. */
export const contentTexts: TextPart = {
  en: async () => ({ CampaignContent: (await import('./locales/en/content.ts')).content }),
  ru: async () => ({ CampaignContent: (await import('./locales/ru/content.ts')).content }),
};

declare module '../../platform/i18n/texts.ts' {
  interface Texts {
    Automations: typeof automations;
    Campaigns: typeof campaigns;
    CampaignChecks: typeof checks;
    CampaignEditor: typeof editor;
    CampaignCalendar: typeof calendar;
    SentMessages: typeof sentMessages;
    MailingSettings: typeof mailingSettings;
    CampaignContent: typeof content;
    CampaignDemo: typeof demo;
    CampaignTiming: typeof timing;
    CampaignVariants: typeof variants;
  }
  interface MenuTexts {
    mailing: typeof menu.mailing;
  }
}
