import type { Feature } from '../../platform/routing/feature.ts';
import { inTools } from '../../platform/routing/tools-group.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  menuGroups: [
    inTools({
      to: '/code4-site',
      order: 42,
      label: (t) => t('Menu.websites'),
      isVisible: ({ bot }) => may(bot, 'webapp.view'),
    }),
    inTools({
      to: '/webapps',
      order: 45,
      label: (t) => t('Menu.miniApps'),
      isVisible: ({ bot }) => may(bot, 'webapp.view'),
      covers: /^\/(webapps|add-app)(\/|$)/,
    }),
  ],
};
