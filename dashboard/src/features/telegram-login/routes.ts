import { telegramLoginPath } from '@botscope/contract';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { eitherWay } from '../../platform/routing/parents.ts';
import { tripMemory } from './public/trip.ts';

/** Telegram sends users back here, after a sign-in and after linking an account. */
const telegramLogin = createRoute({
  getParentRoute: () => eitherWay,
  path: telegramLoginPath,
  beforeLoad: ({ search }) => keepLanguage(search),
  component: lazyRouteComponent(
    withTexts(['Auth', 'TelegramLogin'], () => import('./pages/telegram-login-page.tsx')),
    'TelegramLoginPage',
  ),
});

export const eitherWayRoutes = [telegramLogin] as const;

/** Telegram's answer has no language: the page uses the one that the tab left with. */
function keepLanguage({ lang }: { lang?: string }): void {
  const tabLanguage = tripMemory.read()?.search.lang;
  if (lang !== undefined || tabLanguage === undefined) return;
  throw redirect({ to: '.', search: (oldSearch) => ({ ...oldSearch, lang: tabLanguage }), replace: true });
}
