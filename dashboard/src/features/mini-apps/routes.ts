import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { type ListSearch, listSearchKeys } from './public/list-search.ts';
import { type AppSearch, appSearchKeys } from './search.ts';

const webapps = createRoute({
  getParentRoute: () => layout,
  path: '/webapps',
  validateSearch: (search: Record<string, unknown>): ListSearch => texts(search, listSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['PageScript', 'MiniApps'], () => import('./pages/list/apps-page.tsx')),
    'AppsPage',
  ),
});
const addApp = createRoute({
  getParentRoute: () => layout,
  path: '/add-app',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['PageScript', 'MiniApps'], () => import('./pages/add/add-app-page.tsx')),
    'AddAppPage',
  ),
});
/** By its ID, which a new key does not change; the key leads there as well. */
const webapp = createRoute({
  getParentRoute: () => layout,
  path: '/webapps/$app',
  validateSearch: (search: Record<string, unknown>): AppSearch => texts(search, appSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['PageScript', 'MiniApps', 'AppPage'], () => import('./pages/app/app-page.tsx')),
    'AppPage',
  ),
});

export const routes = [webapps, addApp, webapp] as const;
