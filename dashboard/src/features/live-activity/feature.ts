import { IconActivity } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { defaultPageOf } from '../../platform/session/default-page.ts';
import { liveTexts } from './texts.ts';

const live = createRoute({
  getParentRoute: () => layout,
  path: '/live',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts([liveTexts], () => import('./pages/live-page.tsx')),
    'LivePage',
  ),
});

export const routes = [live] as const;

export const feature: Feature = {
  pages: [
    {
      to: '/live',
      order: 20,
      label: (t) => t('Menu.live'),
      icon: IconActivity,
      isVisible: ({ bot }) => defaultPageOf(bot).to === '/',
    },
  ],
};
