import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';

/** The page of one user. */
interface UserSearch {
  /** `log` or `profile`; the conversation unless given. */
  tab?: string;
  /** The message to show: a cursor, or a moment in Unix ms. */
  message?: string;
  /** The day to show, `YYYY-MM-DD`. */
  at?: string;
  /** Words to search for. */
  search?: string;
  /** Kind that the event log is limited to. */
  kind?: string;
}
const userSearchKeys = ['tab', 'message', 'at', 'search', 'kind'] as const;

const user = createRoute({
  getParentRoute: () => layout,
  path: '/users/$userId',
  validateSearch: (search: Record<string, unknown>): UserSearch => texts(search, userSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['Reports', 'Conversation', 'Messages', 'Formatting'], () => import('./pages/user/user-page.tsx')),
    'UserPage',
  ),
});

export const routes = [user] as const;
