import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';

const bots = createRoute({
  getParentRoute: () => layout,
  path: '/bots',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['Bots', 'BotHome', 'Connection'], () => import('./pages/bots/bots-page.tsx')),
    'BotsPage',
  ),
});
const bot = createRoute({
  getParentRoute: () => layout,
  path: '/bots/$key',
  validateSearch: (search: Record<string, unknown>): BotSearch => texts(search, ['tab']),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['Bots', 'BotHome'], () => import('./pages/bot/bot-page.tsx')),
    'BotPage',
  ),
});
const botHome = createRoute({
  getParentRoute: () => layout,
  path: '/bot/$key',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['Bots', 'BotHome', 'Connection'], () => import('./pages/bot-home/bot-home-page.tsx')),
    'BotHomePage',
  ),
});
/** Without a key there is no bot to show. */
const anyBot = createRoute({
  getParentRoute: () => layout,
  path: '/bot',
  beforeLoad: () => {
    throw redirect({ to: '/bots', search: true, replace: true });
  },
});

export const routes = [bots, bot, botHome, anyBot] as const;

/** The address of a bot's page: which of its sections is open; none is the overview. */
interface BotSearch {
  tab?: string;
}
