import type { Feature } from '../../platform/routing/feature.ts';
import { inTools } from '../../platform/routing/tools-group.ts';
import { may } from '../../platform/session/bot-data.ts';
import { forgetDrafts } from './form/stored-draft.ts';

export const feature: Feature = {
  menuGroups: [
    inTools({
      to: '/integrations',
      order: 48,
      label: (t) => t('Menu.integrations'),
      isVisible: ({ bot }) => may(bot, 'integrations.view'),
      covers: /^\/integrations(\/|$)/,
    }),
  ],
  forget: forgetDrafts,
};
