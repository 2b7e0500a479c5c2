import { IconUsers } from '@tabler/icons-react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  personSections: [
    {
      id: 'segments',
      order: 30,
      needs: 'section.users.list',
      load: withTexts(['PersonSegments'], async () => ({
        default: (await import('./person/segments-section.tsx')).SegmentsSection,
      })),
    },
  ],
  menuGroups: [
    {
      id: 'users',
      section: 'pages',
      label: (t) => t('Menu.people'),
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
