import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { type ListSearch, listSearchKeys } from '../mini-apps/public/list-search.ts';
import { type SiteSearch, siteSearchKeys } from './search.ts';

const websites = createRoute({
  getParentRoute: () => layout,
  path: '/code4-site',
  validateSearch: (search: Record<string, unknown>): ListSearch => texts(search, listSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['PageScript', 'Websites'], () => import('./pages/list/websites-page.tsx')),
    'WebsitesPage',
  ),
});
const addWebsite = createRoute({
  getParentRoute: () => layout,
  path: '/code4-site/new',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['PageScript', 'Websites'], () => import('./pages/add/add-website-page.tsx')),
    'AddWebsitePage',
  ),
});
/** By its ID, which a new key does not change; the key leads there as well. */
const website = createRoute({
  getParentRoute: () => layout,
  path: '/code4-site/$site',
  validateSearch: (search: Record<string, unknown>): SiteSearch => texts(search, siteSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['PageScript', 'Websites', 'SitePage', 'SiteCode'], () => import('./pages/site/website-page.tsx')),
    'WebsitePage',
  ),
});

export const routes = [websites, addWebsite, website] as const;
