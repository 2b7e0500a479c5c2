import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import {
  type ListSearch,
  listSearchKeys,
  type NewSearch,
  newSearchKeys,
  type OneSearch,
  oneSearchKeys,
} from './search.ts';

const integrations = createRoute({
  getParentRoute: () => layout,
  path: '/integrations',
  validateSearch: (search: Record<string, unknown>): ListSearch => texts(search, listSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Integrations', 'Providers', 'DeliveryProblems'], () => import('./list/integrations-page.tsx')),
    'IntegrationsPage',
  ),
});
const newIntegration = createRoute({
  getParentRoute: () => layout,
  path: '/integrations/new/$provider',
  validateSearch: (search: Record<string, unknown>): NewSearch => texts(search, newSearchKeys),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(
      ['Reports', 'Users', 'Integrations', 'Providers', 'DeliveryProblems', 'IntegrationEvents', 'IntegrationForm'],
      () => import('./new/new-page.tsx'),
    ),
    'NewIntegrationPage',
  ),
});
const integration = createRoute({
  getParentRoute: () => layout,
  path: '/integrations/$integrationKey',
  validateSearch: (search: Record<string, unknown>): OneSearch => texts(search, oneSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(
      [
        'Reports',
        'Users',
        'Integrations',
        'Providers',
        'DeliveryProblems',
        'IntegrationEvents',
        'IntegrationForm',
        'IntegrationDetails',
      ],
      () => import('./one/integration-page.tsx'),
    ),
    'IntegrationPage',
  ),
});

export const routes = [integrations, newIntegration, integration] as const;
