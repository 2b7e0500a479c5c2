import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'privacy',
      order: 65,
      label: (t) => t('Menu.privacy'),
      needs: 'settings.view',
      component: lazy(
        withTexts(['Erasures'], async () => ({ default: (await import('./bot-tab/privacy-tab.tsx')).PrivacyTab })),
      ),
    },
  ],
};
