import { IconAlertCircle } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/bot_errors',
      order: 50,
      label: (t) => t('Menu.botErrors'),
      icon: IconAlertCircle,
      isVisible: ({ isSignedIn, bot, demo }) => isSignedIn && (demo || may(bot, 'errors.view')),
    },
  ],
};
