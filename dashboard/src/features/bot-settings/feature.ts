import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { botTexts } from '../bots/texts.ts';
import { connectionTexts } from '../connections/texts.ts';
import { botSettingsTexts } from './texts.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'links',
      order: 40,
      label: (t) => t('Menu.launchLinks'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts([botSettingsTexts], async () => ({ default: (await import('./bot-tab/links-tab.tsx')).LinksTab })),
      ),
    },
    {
      id: 'data',
      order: 60,
      label: (t) => t('Menu.data'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts([botTexts, botSettingsTexts, connectionTexts], async () => ({
          default: (await import('./bot-tab/data-tab.tsx')).DataTab,
        })),
      ),
    },
  ],
};
