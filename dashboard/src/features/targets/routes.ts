import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { type ConversionSearch, conversionSearchKeys } from './search.ts';

const conversions = createRoute({
  getParentRoute: () => layout,
  path: '/conversion',
  validateSearch: (search: Record<string, unknown>): ConversionSearch => texts(search, conversionSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Reports', 'Conversions'], () => import('./pages/conversions/conversion-page.tsx')),
    'ConversionPage',
  ),
});
const targets = createRoute({
  getParentRoute: () => layout,
  path: '/targets',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Conversions'], () => import('./pages/targets/targets-page.tsx')),
    'TargetsPage',
  ),
});
/** `new` is a target that is being made. */
const target = createRoute({
  getParentRoute: () => layout,
  path: '/targets/$targetId',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Conversions'], () => import('./pages/targets/target-page.tsx')),
    'TargetPage',
  ),
});

export const routes = [conversions, targets, target] as const;
