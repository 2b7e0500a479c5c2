import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  userSections: [
    {
      id: 'notes',
      order: 10,
      needs: 'section.users.chat.view',
      load: withTexts(['UserNotes'], async () => ({
        default: (await import('./user/notes-section.tsx')).NotesSection,
      })),
    },
  ],
};
