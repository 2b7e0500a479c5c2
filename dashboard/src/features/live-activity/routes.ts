import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';

const live = createRoute({
  getParentRoute: () => layout,
  path: '/live',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Live'], () => import('./pages/live-page.tsx')),
    'LivePage',
  ),
});

export const routes = [live] as const;
