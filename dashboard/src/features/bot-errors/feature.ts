import { IconAlertCircle } from '@tabler/icons-react';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import type { Feature } from '../../platform/routing/feature.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { may } from '../../platform/session/bot-data.ts';
import { type ErrorSearch, errorSearchKeys } from './search.ts';
import { botErrorTexts } from './texts.ts';

const botErrors = createRoute({
  getParentRoute: () => layout,
  path: '/bot_errors',
  validateSearch: (search: Record<string, unknown>): ErrorSearch => texts(search, errorSearchKeys),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts([botErrorTexts], () => import('./pages/errors-page.tsx')),
    'ErrorsPage',
  ),
});

export const routes = [botErrors] as const;

export const feature: Feature = {
  pages: [
    {
      to: '/bot_errors',
      order: 50,
      label: (t) => t('Menu.botErrors'),
      icon: IconAlertCircle,
      isVisible: ({ isSignedIn, bot, demo }) => isSignedIn && (demo || may(bot, 'errors.view')),
    },
  ],
};
