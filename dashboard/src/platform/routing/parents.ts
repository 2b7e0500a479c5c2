import { createRootRoute, createRoute, retainSearchParams } from '@tanstack/react-router';
import { parseLanguage, showLanguage } from '../i18n/i18n.ts';
import { pageFor, prepareVisit } from './page-route.ts';
import { type CommonSearch, texts } from './search.ts';

// Parents of the features' routes. app/router.tsx adds the components.

export const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): CommonSearch => ({
    ...search,
    ...texts(search, ['lang', 'bot', 'demo', 'invite_token']),
  }),
  search: { middlewares: [retainSearchParams(['lang', 'bot'])] },
  // A shared page is the same for everyone: it does not ask who is looking.
  beforeLoad: ({ search, location }) =>
    location.pathname.startsWith('/share/')
      ? showLanguage(parseLanguage(search.lang))
      : prepareVisit(search, location.pathname),
});

/** For users who are not signed in: one narrow column. */
export const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: pageFor('visitors'),
});

/** For accounts and visitors alike. */
export const eitherWay = createRoute({ getParentRoute: () => root, id: 'either-way' });

/** With the side menu: for accounts, and partly for visitors of the demo. */
export const layout = createRoute({ getParentRoute: () => root, id: 'layout' });
