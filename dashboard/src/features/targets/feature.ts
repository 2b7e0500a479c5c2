import { IconTargetArrow } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  menuGroups: [
    {
      id: 'conversions',
      section: 'pages',
      label: (t) => t('Menu.conversions'),
      icon: IconTargetArrow,
      items: [
        {
          to: '/conversion',
          order: 10,
          label: (t) => t('Menu.conversionList'),
          title: (t) => `${t('Menu.conversions')}: ${t('Menu.conversionList')}`,
          isVisible: ({ bot }) => may(bot, 'report.conversions_list'),
          keepsQuestion: true,
        },
        'reports',
        {
          to: '/targets',
          order: 20,
          label: (t) => t('Menu.targets'),
          isVisible: ({ bot }) => may(bot, 'convers.view'),
        },
      ],
    },
  ],
};
