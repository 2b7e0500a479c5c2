import { IconLayoutDashboard } from '@tabler/icons-react';
import type { Feature } from '../../platform/routing/feature.ts';
import { selectDefaultPage } from '../../platform/session/default-page.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/',
      order: 10,
      label: (t) => t('Menu.dashboard'),
      icon: IconLayoutDashboard,
      isVisible: ({ bot }) => selectDefaultPage(bot).to === '/',
      withoutBot: true,
      keepsQuestion: true,
    },
  ],
};
