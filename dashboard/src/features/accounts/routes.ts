import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { withTexts } from '../../platform/i18n/i18n.ts';
import { needTicket, pageFor } from '../../platform/routing/page-route.ts';
import { layout, visitors } from '../../platform/routing/parents.ts';
import { texts } from '../../platform/routing/search.ts';
import { type CodeSearch, codeSearchKeys, type ProfileSearch, profileSearchKeys } from './search.ts';

const signin = createRoute({
  getParentRoute: () => visitors,
  path: '/signin',
  component: lazyRouteComponent(
    withTexts(['Auth'], () => import('./pages/signin/signin-page.tsx')),
    'SigninPage',
  ),
});
const signup = createRoute({
  getParentRoute: () => visitors,
  path: '/signup',
  component: lazyRouteComponent(
    withTexts(['Auth'], () => import('./pages/signup/signup-page.tsx')),
    'SignupPage',
  ),
});
const activation = createRoute({
  getParentRoute: () => visitors,
  path: '/activation',
  validateSearch: (search: Record<string, unknown>): CodeSearch => texts(search, codeSearchKeys),
  component: lazyRouteComponent(
    withTexts(['Auth'], () => import('./pages/activation/activation-page.tsx')),
    'ActivationPage',
  ),
});
const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/forgot-password',
  component: lazyRouteComponent(
    withTexts(['Auth'], () => import('./pages/forgot-password/forgot-password-page.tsx')),
    'ForgotPasswordPage',
  ),
});
const resetPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/reset-password',
  validateSearch: (search: Record<string, unknown>): CodeSearch => texts(search, codeSearchKeys),
  component: lazyRouteComponent(
    withTexts(['Auth'], () => import('./pages/reset-password/reset-password-page.tsx')),
    'ResetPasswordPage',
  ),
});
/** After a password or Telegram, where the account asks for a code too. */
const secondFactor = createRoute({
  getParentRoute: () => visitors,
  path: '/second-factor',
  beforeLoad: needTicket,
  component: lazyRouteComponent(
    withTexts(['Auth'], () => import('./pages/second-factor/second-factor-page.tsx')),
    'SecondFactorPage',
  ),
});
const profile = createRoute({
  getParentRoute: () => layout,
  path: '/profile',
  validateSearch: (search: Record<string, unknown>): ProfileSearch => texts(search, profileSearchKeys),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['Auth', 'Profile'], () => import('./pages/profile/profile-page.tsx')),
    'ProfilePage',
  ),
});

export const visitorRoutes = [signin, signup, activation, forgotPassword, resetPassword, secondFactor] as const;
export const routes = [profile] as const;
