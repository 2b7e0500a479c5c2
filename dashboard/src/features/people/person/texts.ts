import type { TextPart } from '../../../platform/i18n/texts.ts';
import type { personSegments } from '../locales/en/person-segments.ts';

/** Texts for the page of one user, which needs no others of this feature. */
export const personSegmentTexts: TextPart = {
  en: async () => ({ PersonSegments: (await import('../locales/en/person-segments.ts')).personSegments }),
  ru: async () => ({ PersonSegments: (await import('../locales/ru/person-segments.ts')).personSegments }),
};

declare module '../../../platform/i18n/texts.ts' {
  interface Texts {
    PersonSegments: typeof personSegments;
  }
}
