import type { Feature } from '../../platform/routing/feature.ts';
import { inTools } from '../../platform/routing/tools-group.ts';
import { may } from '../../platform/session/bot-data.ts';

export const feature: Feature = {
  menuGroups: [
    inTools({
      to: '/utm-builder',
      order: 40,
      label: (t) => t('Menu.utmLinks'),
      isVisible: ({ bot }) => may(bot, 'report.utm_summary'),
    }),
  ],
};
