import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'chats',
      order: 45,
      label: (t) => t('Menu.chats'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts(['Takeover'], async () => ({ default: (await import('./bot-tab/chats-tab.tsx')).ChatsTab })),
      ),
    },
  ],
};
