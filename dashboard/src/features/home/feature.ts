import { IconLayoutDashboard } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { Feature } from '../../platform/routing/feature.ts';
import { pageCode } from '../../platform/routing/page-code.ts';
import { beginVisit } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { type ReportSearch, reportSearchKeys, texts } from '../../platform/routing/search.ts';
import { defaultPageOf } from '../../platform/session/default-page.ts';

const home = createRoute({
  getParentRoute: () => layout,
  path: '/',
  validateSearch: (search: Record<string, unknown>): ReportSearch => texts(search, reportSearchKeys),
  beforeLoad: beginVisit,
  component: lazyRouteComponent(() => pageCode(() => import('./pages/home-page.tsx')), 'HomePage'),
});

export const routes = [home] as const;

export const feature: Feature = {
  pages: [
    {
      to: '/',
      order: 10,
      label: (t) => t('Menu.dashboard'),
      icon: IconLayoutDashboard,
      isVisible: ({ bot }) => defaultPageOf(bot).to === '/',
      withoutBot: true,
      keepsQuestion: true,
    },
  ],
};
