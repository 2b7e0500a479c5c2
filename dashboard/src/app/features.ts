import type { AnyRoute } from '@tanstack/react-router';
import * as analytics from '../analytics/feature.ts';
import * as access from '../features/access/feature.ts';
import * as accounts from '../features/accounts/feature.ts';
import * as audit from '../features/audit/feature.ts';
import * as botErrors from '../features/bot-errors/feature.ts';
import * as botProfile from '../features/bot-profile/feature.ts';
import * as botSettings from '../features/bot-settings/feature.ts';
import * as bots from '../features/bots/feature.ts';
import * as connections from '../features/connections/feature.ts';
import * as hiddenCommands from '../features/hidden-commands/feature.ts';
import * as home from '../features/home/feature.ts';
import * as liveActivity from '../features/live-activity/feature.ts';
import * as notifications from '../features/notifications/feature.ts';
import * as shares from '../features/shares/feature.ts';
import * as targets from '../features/targets/feature.ts';
import * as telegramLogin from '../features/telegram-login/feature.ts';
import * as uploads from '../features/uploads/feature.ts';
import * as utmLinks from '../features/utm-links/feature.ts';
import type { Feature } from '../platform/routing/feature.ts';

/** The only list of features: routes, menu, tabs and palette are read from it. */
const all = [
  home,
  analytics,
  liveActivity,
  targets,
  utmLinks,
  bots,
  connections,
  botProfile,
  botSettings,
  hiddenCommands,
  botErrors,
  uploads,
  access,
  audit,
  notifications,
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
export const routesOf = <List extends RouteList>(list: List): RoutesOf<List, typeof all> =>
  all.flatMap((each) => (each as Partial<Record<RouteList, readonly AnyRoute[]>>)[list] ?? []) as RoutesOf<
    List,
    typeof all
  >;

export const features: readonly Feature[] = all.flatMap((each) => ('feature' in each ? [each.feature] : []));
