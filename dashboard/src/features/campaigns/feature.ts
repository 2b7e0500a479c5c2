import { IconUsers } from '@tabler/icons-react';
import { lazy } from 'react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  botTabs: [
    {
      id: 'mailing',
      order: 47,
      label: (t) => t('Menu.mailing'),
      needs: 'settings.view',
      editable: true,
      component: lazy(
        withTexts(['MailingSettings', 'CampaignTiming'], async () => ({
          default: (await import('./bot-tab/mailing-tab.tsx')).MailingTab,
        })),
      ),
    },
  ],
  userSections: [
    {
      id: 'campaigns',
      order: 40,
      needs: 'tasker.users.list',
      load: withTexts(['Messages', 'Formatting', 'Campaigns'], async () => ({
        default: (await import('./user/received-section.tsx')).ReceivedSection,
      })),
    },
  ],
  menuGroups: [
    {
      id: 'users',
      section: 'pages',
      label: (t) => t('Menu.usersGroup'),
      icon: IconUsers,
      items: [
        {
          to: '/mailing',
          order: 25,
          label: (t) => t('Menu.mailing'),
          isVisible: ({ bot }) => may(bot, 'tasker.task.view'),
        },
      ],
    },
  ],
};
