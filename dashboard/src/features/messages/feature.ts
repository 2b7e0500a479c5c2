import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  userComposer: {
    needs: 'section.users.messages.send',
    load: withTexts(['Messages', 'Formatting', 'Takeover'], async () => ({
      default: (await import('./public/user-composer.tsx')).UserComposer,
    })),
  },
};
