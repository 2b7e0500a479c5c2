import type { AnyRoute } from '@tanstack/react-router';
import * as analytics from '../analytics/routes.ts';
import * as access from '../features/access/routes.ts';
import * as accounts from '../features/accounts/routes.ts';
import * as botErrors from '../features/bot-errors/routes.ts';
import * as bots from '../features/bots/routes.ts';
import * as campaigns from '../features/campaigns/routes.ts';
import * as connections from '../features/connections/routes.ts';
import * as conversations from '../features/conversations/routes.ts';
import * as customFields from '../features/custom-fields/routes.ts';
import * as home from '../features/home/routes.ts';
import * as integrations from '../features/integrations/routes.ts';
import * as liveActivity from '../features/live-activity/routes.ts';
import * as pages from '../features/pages/routes.ts';
import * as shares from '../features/shares/routes.ts';
import * as targets from '../features/targets/routes.ts';
import * as telegramLogin from '../features/telegram-login/routes.ts';
import * as uploads from '../features/uploads/routes.ts';
import * as users from '../features/users/routes.ts';
import * as utmLinks from '../features/utm-links/routes.ts';

/** Every feature that has pages. A list, and not a search for files: the type of each route makes links checked. */
const all = [
  home,
  analytics,
  liveActivity,
  conversations,
  targets,
  customFields,
  users,
  campaigns,
  utmLinks,
  pages,
  integrations,
  bots,
  connections,
  botErrors,
  uploads,
  access,
  accounts,
  telegramLogin,
  shares,
] as const;

/** A feature's routes by their parent (platform/routing/parents.ts). */
type RouteList = 'routes' | 'visitorRoutes' | 'eitherWayRoutes' | 'bareRoutes';

type RoutesOf<List extends RouteList, Features extends readonly object[]> = Features extends readonly [
  infer First,
  ...infer Rest extends readonly object[],
]
  ? [...(First extends Record<List, infer Routes extends readonly AnyRoute[]> ? Routes : []), ...RoutesOf<List, Rest>]
  : [];

/** The routes of all features under one parent; the type keeps each of them, so that links stay checked. */
export const collectRoutes = <List extends RouteList>(list: List): RoutesOf<List, typeof all> =>
  all.flatMap((each) => (each as Partial<Record<RouteList, readonly AnyRoute[]>>)[list] ?? []) as RoutesOf<
    List,
    typeof all
  >;
