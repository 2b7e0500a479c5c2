import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { type UsersSearch, usersSearchKeys } from './search.ts';

const textKeys = ['Reports', 'Users'] as const;

const users = createRoute({
  getParentRoute: () => layout,
  path: '/users',
  validateSearch: (search: Record<string, unknown>): UsersSearch => texts(search, usersSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts([...textKeys, 'Fields', 'Jobs'], () => import('./pages/users/users-page.tsx')),
    'UsersPage',
  ),
});
const segments = createRoute({
  getParentRoute: () => layout,
  path: '/segments',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(textKeys, () => import('./pages/segments/segments-page.tsx')),
    'SegmentsPage',
  ),
});
/** `new` is a segment that is being made. */
const segment = createRoute({
  getParentRoute: () => layout,
  path: '/segments/$segmentId',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(textKeys, () => import('./pages/segments/segment-page.tsx')),
    'SegmentPage',
  ),
});

export const routes = [users, segments, segment] as const;
