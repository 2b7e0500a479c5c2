import { IconLink } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/utm-builder',
      order: 40,
      label: (t) => t('Menu.utmLinks'),
      icon: IconLink,
      isVisible: ({ bot }) => may(bot, 'report.utm_summary'),
    },
  ],
};
