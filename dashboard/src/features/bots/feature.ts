import { IconRobot } from '@tabler/icons-react';
import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  pages: [
    {
      to: '/bots',
      order: 30,
      label: (t) => t('Menu.bots'),
      icon: IconRobot,
      isVisible: ({ isSignedIn }) => isSignedIn,
      // Pages about one bot belong to the list of bots.
      covers: /^\/(bots|bot|bot_upload|add-bot)(\/|$)/,
    },
  ],
  botTabs: [
    {
      id: 'overview',
      order: 10,
      label: (t) => t('Menu.overview'),
      needs: null,
      component: lazy(
        withTexts(['Bots', 'BotHome', 'BotErrors', 'BotProfile', 'Connection'], async () => ({
          default: (await import('./pages/bot/overview-tab.tsx')).OverviewTab,
        })),
      ),
    },
  ],
};
