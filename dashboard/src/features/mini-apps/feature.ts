import { IconAppWindow } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/webapps',
      order: 45,
      label: (t) => t('Menu.miniApps'),
      icon: IconAppWindow,
      isVisible: ({ bot }) => may(bot, 'webapp.view'),
      covers: /^\/(webapps|add-app)(\/|$)/,
    },
  ],
};
