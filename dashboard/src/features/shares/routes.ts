import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { root } from '../../platform/routing/parents.ts';

/** Page of a share link: it is the same for everyone, signed in or not. */
const share = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: lazyRouteComponent(
    withTexts(['Reports', 'Share'], () => import('./pages/share-page.tsx')),
    'SharePage',
  ),
});

export const bareRoutes = [share] as const;
