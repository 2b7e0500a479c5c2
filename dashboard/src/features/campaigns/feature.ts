import { IconUsers } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  menuGroups: [
    {
      id: 'users',
      section: 'pages',
      label: (t) => t('Menu.people'),
      icon: IconUsers,
      items: [
        {
          to: '/mailing',
          order: 25,
          label: (t) => t('Menu.mailing'),
          isVisible: ({ bot }) => may(bot, 'tasker.task.view'),
        },
      ],
    },
  ],
};
