import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'links',
      order: 40,
      label: (t) => t('Menu.launchLinks'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts(['BotSettings'], async () => ({ default: (await import('./bot-tab/links-tab.tsx')).LinksTab })),
      ),
    },
    {
      id: 'data',
      order: 60,
      label: (t) => t('Menu.data'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts(['Bots', 'BotHome', 'BotSettings', 'Connection'], async () => ({
          default: (await import('./bot-tab/data-tab.tsx')).DataTab,
        })),
      ),
    },
  ],
};
