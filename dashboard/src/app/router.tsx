import { telegramLoginPath } from '@botscope/contract';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { forgetNewBot } from '../features/connections/pages/add-bot/new-bot.ts';
import { keepLanguage } from '../features/telegram-login/data/keep-language.ts';
import { languageOf, showLanguage, withBotTexts, withTexts } from '../platform/i18n/i18n.ts';
import { pageCode } from '../platform/routing/page-code.ts';
import { beginVisit, needInvitation, needTicket, pageFor, prepareVisit } from '../platform/routing/page-route.ts';
import {
  type AddBotSearch,
  type BotSearch,
  type CodeSearch,
  type CommonSearch,
  type ConversionSearch,
  conversionSearchKeys,
  type ErrorSearch,
  errorSearchKeys,
  type PermissionsSearch,
  type ProfileSearch,
  parseSearch,
  permissionsSearchKeys,
  type ReportSearch,
  reportSearchKeys,
  stringifySearch,
  texts,
  type UtmSearch,
  utmSearchKeys,
} from '../platform/routing/search.ts';
import { CrashPage } from './crash-page.tsx';
import { Root } from './root.tsx';
import { VisitorLayout } from './visitor-layout.tsx';

const root = createRootRoute({
  validateSearch: (search: Record<string, unknown>): CommonSearch => ({
    ...search,
    ...texts(search, ['lang', 'bot', 'demo', 'invite_token']),
  }),
  search: { middlewares: [retainSearchParams(['lang', 'bot'])] },
  // A shared page is the same for everybody: it does not even ask who is looking.
  beforeLoad: ({ search, location }) =>
    location.pathname.startsWith('/share/')
      ? showLanguage(languageOf(search.lang))
      : prepareVisit(search, location.pathname),
  component: Root,
  errorComponent: CrashPage,
});

/** For people who are not signed in: one narrow column. */
const visitors = createRoute({
  getParentRoute: () => root,
  id: 'visitors',
  beforeLoad: pageFor('visitors'),
  component: VisitorLayout,
});
const signin = createRoute({
  getParentRoute: () => visitors,
  path: '/signin',
  component: lazyRouteComponent(
    withTexts(['auth'], () => import('../features/accounts/pages/signin/signin-page.tsx')),
    'SigninPage',
  ),
});
const signup = createRoute({
  getParentRoute: () => visitors,
  path: '/signup',
  component: lazyRouteComponent(
    withTexts(['auth'], () => import('../features/accounts/pages/signup/signup-page.tsx')),
    'SignupPage',
  ),
});
const activation = createRoute({
  getParentRoute: () => visitors,
  path: '/activation',
  validateSearch: (search: Record<string, unknown>): CodeSearch => texts(search, ['code', 'email']),
  component: lazyRouteComponent(
    withTexts(['auth'], () => import('../features/accounts/pages/activation/activation-page.tsx')),
    'ActivationPage',
  ),
});
const forgotPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/forgot-password',
  component: lazyRouteComponent(
    withTexts(['auth'], () => import('../features/accounts/pages/forgot-password/forgot-password-page.tsx')),
    'ForgotPasswordPage',
  ),
});
const resetPassword = createRoute({
  getParentRoute: () => visitors,
  path: '/reset-password',
  validateSearch: (search: Record<string, unknown>): CodeSearch => texts(search, ['code', 'email']),
  component: lazyRouteComponent(
    withTexts(['auth'], () => import('../features/accounts/pages/reset-password/reset-password-page.tsx')),
    'ResetPasswordPage',
  ),
});
/** After a password or Telegram, where the account asks for a code too. */
const secondFactor = createRoute({
  getParentRoute: () => visitors,
  path: '/second-factor',
  beforeLoad: needTicket,
  component: lazyRouteComponent(
    withTexts(['auth'], () => import('../features/accounts/pages/second-factor/second-factor-page.tsx')),
    'SecondFactorPage',
  ),
});

/** For accounts and visitors alike. */
const eitherWay = createRoute({ getParentRoute: () => root, id: 'either-way', component: VisitorLayout });
const invitation = createRoute({
  getParentRoute: () => eitherWay,
  path: '/invitation',
  beforeLoad: needInvitation,
  component: lazyRouteComponent(
    withTexts(['auth'], () => import('../features/access/pages/invitation/invitation-page.tsx')),
    'InvitationPage',
  ),
});
/** To here Telegram sends back whoever signs in, and whoever links it to an account. */
const telegramLogin = createRoute({
  getParentRoute: () => eitherWay,
  path: telegramLoginPath,
  beforeLoad: ({ search }) => keepLanguage(search),
  component: lazyRouteComponent(
    withTexts(['auth', 'telegramLogin'], () => import('../features/telegram-login/pages/telegram-login-page.tsx')),
    'TelegramLoginPage',
  ),
});

/** What a share link shows: for anybody, whoever is signed in. */
const sharePage = createRoute({
  getParentRoute: () => root,
  path: '/share/$token',
  component: lazyRouteComponent(
    withTexts(['reportPages', 'share'], () => import('../features/shares/pages/share-page.tsx')),
    'SharePage',
  ),
});

/** With the side menu: for accounts, and partly for visitors of the demo. */
const layout = createRoute({
  getParentRoute: () => root,
  id: 'layout',
  component: lazyRouteComponent(() => pageCode(() => import('./layout.tsx')), 'Layout'),
});
const home = createRoute({
  getParentRoute: () => layout,
  path: '/',
  validateSearch: (search: Record<string, unknown>): ReportSearch => texts(search, reportSearchKeys),
  beforeLoad: beginVisit,
  component: lazyRouteComponent(() => pageCode(() => import('../features/home/pages/home-page.tsx')), 'HomePage'),
});
const live = createRoute({
  getParentRoute: () => layout,
  path: '/live',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['live'], () => import('../features/live-activity/pages/live-page.tsx')),
    'LivePage',
  ),
});
const report = createRoute({
  getParentRoute: () => layout,
  path: '/reports/$typeReport',
  validateSearch: (search: Record<string, unknown>): ReportSearch => texts(search, reportSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['reportPages'], () => import('../analytics/report-page.tsx')),
    'ReportPage',
  ),
});
const conversion = createRoute({
  getParentRoute: () => layout,
  path: '/conversion',
  validateSearch: (search: Record<string, unknown>): ConversionSearch => texts(search, conversionSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(
      ['reportPages', 'conversions'],
      () => import('../features/targets/pages/conversions/conversion-page.tsx'),
    ),
    'ConversionPage',
  ),
});
const targets = createRoute({
  getParentRoute: () => layout,
  path: '/targets',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['conversions'], () => import('../features/targets/pages/targets/targets-page.tsx')),
    'TargetsPage',
  ),
});
/** `new` is a target that is being made. */
const target = createRoute({
  getParentRoute: () => layout,
  path: '/targets/$targetId',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['botPages', 'conversions'], () => import('../features/targets/pages/targets/target-page.tsx')),
    'TargetPage',
  ),
});
const utmBuilder = createRoute({
  getParentRoute: () => layout,
  path: '/utm-builder',
  validateSearch: (search: Record<string, unknown>): UtmSearch => texts(search, utmSearchKeys),
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(
    withTexts(['botPages', 'utmBuilder'], () => import('../features/utm-links/pages/utm-builder-page.tsx')),
    'UtmBuilderPage',
  ),
});
const bots = createRoute({
  getParentRoute: () => layout,
  path: '/bots',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withBotTexts(() => import('../features/bots/pages/bots/bots-page.tsx')),
    'BotsPage',
  ),
});
const bot = createRoute({
  getParentRoute: () => layout,
  path: '/bots/$key',
  validateSearch: (search: Record<string, unknown>): BotSearch => texts(search, ['tab']),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withBotTexts(() => import('../features/bots/pages/bot/bot-page.tsx')),
    'BotPage',
  ),
});
const permissions = createRoute({
  getParentRoute: () => layout,
  path: '/bots/$key/permissions',
  validateSearch: (search: Record<string, unknown>): PermissionsSearch => texts(search, permissionsSearchKeys),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['botPages', 'permissions'], () => import('../features/access/pages/permissions/permissions-page.tsx')),
    'PermissionsPage',
  ),
});
const botHome = createRoute({
  getParentRoute: () => layout,
  path: '/bot/$key',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withBotTexts(() => import('../features/bots/pages/bot-home/bot-home-page.tsx')),
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
const botUpload = createRoute({
  getParentRoute: () => layout,
  path: '/bot_upload/$key',
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withBotTexts(() => import('../features/uploads/pages/upload-page.tsx')),
    'UploadPage',
  ),
});
const botErrors = createRoute({
  getParentRoute: () => layout,
  path: '/bot_errors',
  validateSearch: (search: Record<string, unknown>): ErrorSearch => texts(search, errorSearchKeys),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withBotTexts(() => import('../features/bot-errors/pages/errors-page.tsx')),
    'ErrorsPage',
  ),
});
const addBot = createRoute({
  getParentRoute: () => layout,
  path: '/add-bot',
  validateSearch: (search: Record<string, unknown>): AddBotSearch => texts(search, ['done']),
  beforeLoad: pageFor('account'),
  onLeave: forgetNewBot,
  component: lazyRouteComponent(
    withBotTexts(() => import('../features/connections/pages/add-bot/add-bot-page.tsx')),
    'AddBotPage',
  ),
});
const profile = createRoute({
  getParentRoute: () => layout,
  path: '/profile',
  validateSearch: (search: Record<string, unknown>): ProfileSearch => texts(search, ['tab', 'email_code']),
  beforeLoad: pageFor('account'),
  component: lazyRouteComponent(
    withTexts(['auth', 'profile'], () => import('../features/accounts/pages/profile/profile-page.tsx')),
    'ProfilePage',
  ),
});
const notFound = createRoute({
  getParentRoute: () => layout,
  path: '$',
  beforeLoad: pageFor('demo'),
  component: lazyRouteComponent(() => pageCode(() => import('../ui/not-found-page.tsx')), 'NotFoundPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    sharePage,
    visitors.addChildren([signin, signup, activation, forgotPassword, resetPassword, secondFactor]),
    eitherWay.addChildren([telegramLogin, invitation]),
    layout.addChildren([
      home,
      live,
      report,
      conversion,
      targets,
      target,
      utmBuilder,
      bots,
      bot,
      permissions,
      botHome,
      anyBot,
      botUpload,
      botErrors,
      addBot,
      profile,
      notFound,
    ]),
  ]),
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  // A page that breaks leaves the menu around it standing.
  defaultErrorComponent: CrashPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
