import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '../../platform/routing/page-code.ts';
import { beginVisit } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { type ReportSearch, reportSearchKeys, texts } from '../../platform/routing/search.ts';

const home = createRoute({
  getParentRoute: () => layout,
  path: '/',
  validateSearch: (search: Record<string, unknown>): ReportSearch => texts(search, reportSearchKeys),
  beforeLoad: beginVisit,
  component: lazyRouteComponent(() => pageCode(() => import('./pages/home-page.tsx')), 'HomePage'),
});

export const routes = [home] as const;
