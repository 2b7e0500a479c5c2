import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { type UtmSearch, utmSearchKeys } from './search.ts';

const utmBuilder = createRoute({
  getParentRoute: () => layout,
  path: '/utm-builder',
  validateSearch: (search: Record<string, unknown>): UtmSearch => texts(search, utmSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['UtmBuilder'], () => import('./pages/utm-builder-page.tsx')),
    'UtmBuilderPage',
  ),
});

export const routes = [utmBuilder] as const;
