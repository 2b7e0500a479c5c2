import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../platform/i18n/i18n.ts';
import { pageFor } from '../platform/routing/page-route.ts';
import { layout } from '../platform/routing/parents.ts';
import { type ReportSearch, reportSearchKeys, texts } from '../platform/routing/search.ts';

const report = createRoute({
  getParentRoute: () => layout,
  path: '/reports/$typeReport',
  validateSearch: (search: Record<string, unknown>): ReportSearch => texts(search, reportSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Reports'], () => import('./report-page.tsx')),
    'ReportPage',
  ),
});

export const routes = [report] as const;
