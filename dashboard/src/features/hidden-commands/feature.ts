import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'hidden',
      order: 50,
      label: (t) => t('Menu.hiddenCommands'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts(['HiddenCommands'], async () => ({
          default: (await import('./bot-tab/hidden-tab.tsx')).HiddenTab,
        })),
      ),
    },
  ],
};
