import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { pageFor } from '../../platform/routing/page-route.ts';
import { layout } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { forgetNewBot } from './pages/add-bot/new-bot.ts';

const addBot = createRoute({
  getParentRoute: () => layout,
  path: '/add-bot',
  validateSearch: (search: Record<string, unknown>): AddBotSearch => texts(search, ['done']),
  beforeLoad: pageFor('account'),
  onLeave: forgetNewBot,
  component: lazyRouteComponent(
    withTexts(['Bots', 'BotHome', 'Connection', 'AddBot'], () => import('./pages/add-bot/add-bot-page.tsx')),
    'AddBotPage',
  ),
});

export const routes = [addBot] as const;

/** The address of the wizard. */
interface AddBotSearch {
  /** Key of the bot that it has just made: its result is on show. */
  done?: string;
}
