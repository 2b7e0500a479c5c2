import { IconUsers } from '@tabler/icons-react';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  userSections: [
    {
      id: 'fields',
      order: 20,
      needs: 'custom_fields.view',
      load: withTexts(['Fields'], async () => ({
        default: (await import('./public/user-fields.tsx')).UserFields,
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
          to: '/custom-fields',
          order: 30,
          label: (t) => t('Menu.customFields'),
          isVisible: ({ bot }) => may(bot, 'custom_fields.view'),
        },
      ],
    },
  ],
};
