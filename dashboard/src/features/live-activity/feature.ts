import { IconActivity } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { selectDefaultPage } from '../../platform/session/default-page.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/live',
      order: 20,
      label: (t) => t('Menu.live'),
      icon: IconActivity,
      isVisible: ({ bot }) => selectDefaultPage(bot).to === '/',
    },
  ],
};
