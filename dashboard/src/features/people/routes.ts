import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportTexts } from '../../analytics/texts.ts';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { fieldTexts } from '../custom-fields/texts.ts';
import { jobTexts } from '../user-jobs/texts.ts';
import { type UsersSearch, usersSearchKeys } from './search.ts';
import { peopleTexts } from './texts.ts';

const parts = [reportTexts, peopleTexts];

const users = createRoute({
  getParentRoute: () => layout,
  path: '/users',
  validateSearch: (search: Record<string, unknown>): UsersSearch => texts(search, usersSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts([...parts, fieldTexts, jobTexts], () => import('./pages/users/users-page.tsx')),
    'UsersPage',
  ),
});
const segments = createRoute({
  getParentRoute: () => layout,
  path: '/segments',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(parts, () => import('./pages/segments/segments-page.tsx')),
    'SegmentsPage',
  ),
});
/** `new` is a segment that is being made. */
const segment = createRoute({
  getParentRoute: () => layout,
  path: '/segments/$segmentId',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(parts, () => import('./pages/segments/segment-page.tsx')),
    'SegmentPage',
  ),
});

export const routes = [users, segments, segment] as const;
