import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { needTexts } from '../platform/i18n/i18n.ts';
import { pageCode } from '../platform/routing/page-code.ts';
import { pageFor } from '../platform/routing/page-route.ts';
import { eitherWay, layout, root, visitors } from '../platform/routing/parents.ts';
import { parseSearch, stringifySearch } from '../platform/routing/search.ts';
import { CrashPage } from './crash-page.tsx';
import { Root } from './root.tsx';
import { collectRoutes } from './routes.ts';
import { firstVisitTexts } from './texts.ts';
import { VisitorLayout } from './visitor-layout.tsx';

needTexts(firstVisitTexts);

root.update({ component: Root, errorComponent: CrashPage });
visitors.update({ component: VisitorLayout });
eitherWay.update({ component: VisitorLayout });
layout.update({ component: lazyRouteComponent(() => pageCode(() => import('./layout.tsx')), 'Layout') });

const notFound = createRoute({
  getParentRoute: () => layout,
  path: '$',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(() => pageCode(() => import('../ui/not-found-page.tsx')), 'NotFoundPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    ...collectRoutes('bareRoutes'),
    visitors.addChildren(collectRoutes('visitorRoutes')),
    eitherWay.addChildren(collectRoutes('eitherWayRoutes')),
    layout.addChildren([...collectRoutes('routes'), notFound]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A page that breaks leaves the menu around it standing.
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
