import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { forgetNewBot } from './pages/add-bot/new-bot.ts';

export const feature: Feature = {
  forget: forgetNewBot,
  botTabs: [
    {
      id: 'connection',
      order: 20,
      label: (t) => t('Menu.connection'),
      needs: 'secure.view',
      isMarked: (bot) => bot.problems.length > 0,
      component: lazy(
        withTexts(['Bots', 'BotHome', 'Connection', 'AddBot'], async () => ({
          default: (await import('./bot-tab/connection-tab.tsx')).ConnectionTab,
        })),
      ),
    },
  ],
};
