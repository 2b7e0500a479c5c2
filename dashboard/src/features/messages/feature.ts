import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { takeoverTexts } from '../takeover/texts.ts';
import { messageTexts } from './texts.ts';

export const feature: Feature = {
  personComposer: {
    needs: 'section.users.messages.send',
    load: withTexts([messageTexts, takeoverTexts], async () => ({
      default: (await import('./public/person-composer.tsx')).PersonComposer,
    })),
  },
};
