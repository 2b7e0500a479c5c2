import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'commands',
      order: 30,
      label: (t) => t('Menu.commands'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts(['BotProfile'], async () => ({
          default: (await import('./bot-tab/commands-tab.tsx')).CommandsTab,
        })),
      ),
    },
  ],
};
