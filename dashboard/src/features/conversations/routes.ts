import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportTexts } from '../../analytics/texts.ts';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { messageTexts } from '../messages/texts.ts';
import { type PersonSearch, personSearchKeys } from './search.ts';
import { conversationTexts } from './texts.ts';

const person = createRoute({
  getParentRoute: () => layout,
  path: '/users/$userId',
  validateSearch: (search: Record<string, unknown>): PersonSearch => texts(search, personSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts([reportTexts, conversationTexts, messageTexts], () => import('./pages/person/person-page.tsx')),
    'PersonPage',
  ),
});

export const routes = [person] as const;
