import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { type ErrorSearch, errorSearchKeys } from './search.ts';

const botErrors = createRoute({
  getParentRoute: () => layout,
  path: '/bot_errors',
  validateSearch: (search: Record<string, unknown>): ErrorSearch => texts(search, errorSearchKeys),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['BotErrors'], () => import('./pages/errors-page.tsx')),
    'ErrorsPage',
  ),
});

export const routes = [botErrors] as const;
