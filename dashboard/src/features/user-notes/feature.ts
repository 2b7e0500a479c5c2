import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  personSections: [
    {
      id: 'notes',
      order: 10,
      needs: 'section.users.chat.view',
      load: withTexts(['UserNotes'], async () => ({
        default: (await import('./person/notes-section.tsx')).NotesSection,
      })),
    },
  ],
};
