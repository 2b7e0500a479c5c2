import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  profileTabs: [
    {
      id: 'notifications',
      order: 40,
      label: (t) => t('Menu.notifications'),
      component: lazy(
        withTexts(['NotificationList', 'Notifications'], async () => ({
          default: (await import('./profile/notifications-section.tsx')).NotificationsSection,
        })),
      ),
    },
  ],
};
