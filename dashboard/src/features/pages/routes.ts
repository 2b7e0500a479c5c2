import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import {
  type AppSearch,
  appSearchKeys,
  type ListSearch,
  listSearchKeys,
  type SiteSearch,
  siteSearchKeys,
} from './search.ts';

const list = {
  getParentRoute: () => layout,
  validateSearch: (search: Record<string, unknown>): ListSearch => texts(search, listSearchKeys),
  beforeLoad: pageFor('demo'),
};
const form = { getParentRoute: () => layout, beforeLoad: pageFor('account') };

const webapps = createRoute({
  ...list,
  path: '/webapps',
  component: lazyRouteComponent(
    withTexts(['Pages', 'PageListApp'], () => import('./apps/apps-pages.tsx')),
    'AppsPage',
  ),
});
const addApp = createRoute({
  ...form,
  path: '/add-app',
  component: lazyRouteComponent(
    withTexts(['Pages', 'PageListApp'], () => import('./apps/apps-pages.tsx')),
    'AddAppPage',
  ),
});
/** By its ID, which a new key does not change; the key leads there as well. */
const webapp = createRoute({
  getParentRoute: () => layout,
  path: '/webapps/$page',
  validateSearch: (search: Record<string, unknown>): AppSearch => texts(search, appSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Pages', 'PageListApp', 'PageDetailsApp'], () => import('./apps/app-page.tsx')),
    'AppPage',
  ),
});

const websites = createRoute({
  ...list,
  path: '/code4-site',
  component: lazyRouteComponent(
    withTexts(['Pages', 'PageListSite'], () => import('./sites/sites-pages.tsx')),
    'SitesPage',
  ),
});
const addWebsite = createRoute({
  ...form,
  path: '/code4-site/new',
  component: lazyRouteComponent(
    withTexts(['Pages', 'PageListSite'], () => import('./sites/sites-pages.tsx')),
    'AddSitePage',
  ),
});
/** By its ID, which a new key does not change; the key leads there as well. */
const website = createRoute({
  getParentRoute: () => layout,
  path: '/code4-site/$page',
  validateSearch: (search: Record<string, unknown>): SiteSearch => texts(search, siteSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Pages', 'PageListSite', 'PageDetailsSite'], () => import('./sites/site-page.tsx')),
    'SitePage',
  ),
});

export const routes = [websites, addWebsite, website, webapps, addApp, webapp] as const;
