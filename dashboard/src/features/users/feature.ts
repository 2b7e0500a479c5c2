import { IconUsers } from '@tabler/icons-react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  userSections: [
    {
      id: 'segments',
      order: 30,
      needs: 'section.users.list',
      load: withTexts(['UserSegments'], async () => ({
        default: (await import('./user/segments-section.tsx')).SegmentsSection,
      })),
    },
  ],
  menuGroups: [
    {
      id: 'users',
      section: 'pages',
      label: (t) => t('Menu.usersGroup'),
      icon: IconUsers,
      items: [
        {
          to: '/users',
          order: 10,
          label: (t) => t('Menu.userList'),
          title: (t) => t('Menu.users'),
          isVisible: ({ bot }) => may(bot, 'section.users.list'),
        },
        {
          to: '/segments',
          order: 20,
          label: (t) => t('Menu.segments'),
          isVisible: ({ bot }) => may(bot, 'section.users.list'),
        },
      ],
    },
  ],
};
