import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { notificationTexts } from './texts.ts';

export const feature: Feature = {
  profileTabs: [
    {
      id: 'notifications',
      order: 40,
      label: (t) => t('Menu.notifications'),
      component: lazy(
        withTexts([notificationTexts], async () => ({
          default: (await import('./profile/notifications-section.tsx')).NotificationsSection,
        })),
      ),
    },
  ],
};
