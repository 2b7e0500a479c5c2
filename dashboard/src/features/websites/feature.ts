import { IconWorldCode } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/code4-site',
      order: 42,
      label: (t) => t('Menu.websites'),
      icon: IconWorldCode,
      isVisible: ({ bot }) => may(bot, 'webapp.view'),
    },
  ],
};
