import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  personComposer: {
    needs: 'section.users.messages.send',
    load: withTexts(['Messages', 'Formatting', 'Takeover'], async () => ({
      default: (await import('./public/person-composer.tsx')).PersonComposer,
    })),
  },
};
