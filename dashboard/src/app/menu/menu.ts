import { type Bot, type Held, heldOf, mayRead, opens, type PermissionKey, type ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { carried } from '../../platform/routing/search.ts';
import { landingOf } from '../../platform/session/landing.ts';

interface ReportItem {
  type: ReportType;
  /** Detail level in the address; `active_users` is DAU, WAU or MAU by it. */
  details?: 'day' | 'week' | 'month';
  label: string;
  /** What it is called outside its group. */
  title: string;
}

export type PagePath = '/' | '/live' | '/bots' | '/utm-builder' | '/bot_errors' | '/conversion' | '/targets';

interface PageItem {
  to: PagePath;
  needs?: PermissionKey;
  label: string;
  title: string;
}

export type MenuItem = ReportItem | PageItem;

export interface MenuGroup {
  id: 'conversions' | 'behaviour' | 'sources' | 'users' | 'apps' | 'sessions';
  label: string;
  items: MenuItem[];
}

/** Names an entry for good: pins and recent choices are kept by it. */
export const itemId = (item: MenuItem): string =>
  'to' in item ? item.to : [item.type, item.details].filter(Boolean).join(':');

/** What the side menu folds: the conversions, and the groups of reports in their order. */
export function menuGroups(t: TFunction): { conversions: MenuGroup; reports: MenuGroup[] } {
  const report = (type: ReportType, label: string = t(`Reports.titles.${type}`)): ReportItem => ({
    type,
    label,
    title: t(`Reports.titles.${type}`),
  });
  const active = (details: 'day' | 'week' | 'month', label: string): ReportItem => ({
    type: 'active_users',
    details,
    label,
    title: label,
  });
  const page = (to: PagePath, needs: PermissionKey, label: string, title = label): PageItem => ({
    to,
    needs,
    label,
    title,
  });
  return {
    conversions: {
      id: 'conversions',
      label: t('Shell.menu.conversions'),
      items: [
        page(
          '/conversion',
          'report.conversions_list',
          t('Shell.menu.conversionList'),
          `${t('Shell.menu.conversions')}: ${t('Shell.menu.conversionList')}`,
        ),
        report('conversion_summary', t('Shell.menu.summary')),
        report('conversions_summary', t('Shell.menu.overTime')),
        report('conversions_chart_summary'),
        report('conversion_sources', t('Shell.menu.bySource')),
        report('sum_income'),
        page('/targets', 'convers.view', t('Shell.menu.targets')),
      ],
    },
    reports: [
      {
        id: 'behaviour',
        label: t('Shell.menu.behaviour'),
        items: [
          active('month', t('Shell.menu.mau')),
          active('week', t('Shell.menu.wau')),
          active('day', t('Shell.menu.dau')),
          report('visitors'),
          report('messages_from_user', t('Shell.menu.messages')),
          report('rejection', t('Shell.menu.rejection')),
          report('user_commands_stat'),
          report('activity_hours'),
          report('event_stat'),
        ],
      },
      {
        id: 'sources',
        label: t('Shell.menu.sources'),
        items: [report('utm_summary'), report('utm_charts')],
      },
      {
        id: 'users',
        label: t('Shell.menu.users'),
        items: [
          report('new_users', t('Shell.menu.newUsers')),
          report('left_users', t('Shell.menu.leftUsers')),
          report('return_users', t('Shell.menu.returnUsers')),
          report('users_graph'),
          report('count_users'),
          report('retention'),
          report('audience'),
          report('gender'),
          report('premium'),
        ],
      },
      {
        id: 'apps',
        label: t('Shell.menu.appSessions'),
        items: [
          report('app_session_source', t('Shell.menu.bySource')),
          report('app_session_device', t('Shell.menu.byDevice')),
          report('app_session_version', t('Shell.menu.byVersion')),
          report('web_sessions', t('Shell.menu.overTime')),
        ],
      },
      {
        id: 'sessions',
        label: t('Shell.menu.sessions'),
        items: [
          report('session_count', t('Shell.menu.sessionCount')),
          report('avg_events_session', t('Shell.menu.eventsPerSession')),
          report('avg_duration_session', t('Shell.menu.sessionDuration')),
        ],
      },
    ],
  };
}

/** Without what an account may not open; groups that have nothing left go. */
export function allowed(group: MenuGroup, held: Held): MenuGroup | null {
  const items = group.items.filter((item) =>
    'type' in item ? mayRead(held, item.type) : item.needs === undefined || opens(held, item.needs),
  );
  return items.length > 0 ? { ...group, items } : null;
}

export interface MenuContents {
  pages: PageItem[];
  conversions: MenuGroup | null;
  reports: MenuGroup[];
}

interface Reader {
  isSignedIn: boolean;
  /** Null before the first bot. */
  bot: Bot | null;
  demo: boolean;
}

/** Everything that leads somewhere. Without a bot that is Home alone: reports of no bot and settings of no bot are dead ends. */
export function menuOf(t: TFunction, { isSignedIn, bot, demo }: Reader): MenuContents {
  const page = (to: PagePath, label: string): PageItem => ({ to, label, title: label });
  const home = page('/', t('Shell.menu.dashboard'));
  if (bot === null) return { pages: [home], conversions: null, reports: [] };
  const held = heldOf(bot);
  const groups = menuGroups(t);
  return {
    pages: [
      ...(landingOf(bot).to === '/' ? [home, page('/live', t('Shell.menu.live'))] : []),
      ...(isSignedIn ? [page('/bots', t('Shell.menu.bots'))] : []),
      ...(opens(held, 'report.utm_summary') ? [page('/utm-builder', t('Shell.menu.utmBuilder'))] : []),
      ...(isSignedIn && (demo || opens(held, 'errors.view')) ? [page('/bot_errors', t('Shell.menu.botErrors'))] : []),
    ],
    conversions: allowed(groups.conversions, held),
    reports: groups.reports.flatMap((group) => allowed(group, held) ?? []),
  };
}

/** All entries, in the order of the menu. */
export const itemsOf = ({ pages, conversions, reports }: MenuContents): MenuItem[] => [
  ...pages,
  ...(conversions?.items ?? []),
  ...reports.flatMap(({ items }) => items),
];

/** Pages about one bot belong to the list of bots. */
const below: Partial<Record<PagePath, RegExp>> = { '/': /^\/$/, '/bots': /^\/(bots|bot|bot_upload|add-bot)(\/|$)/ };

/** Whether an address shows what the entry leads to. `detail` is what the address says, '' for nothing. */
export function isCurrent(item: MenuItem, pathname: string, detail: string): boolean {
  if ('to' in item)
    return below[item.to]?.test(pathname) ?? (pathname === item.to || pathname.startsWith(`${item.to}/`));
  if (pathname !== `/reports/${item.type}`) return false;
  return item.details === undefined || item.details === (detail || 'day');
}

/** The entry that an address shows. */
export const itemAt = (items: readonly MenuItem[], pathname: string, detail: string): MenuItem | undefined =>
  items.find((item) => isCurrent(item, pathname, detail));

/** Pages whose numbers are asked alike. */
const ofNumbers: readonly PagePath[] = ['/', '/conversion'];

/** Where an entry leads, for `Link` and `navigate`. What was chosen on a page of numbers goes along to the next one. */
export function linkTo(item: MenuItem) {
  if ('to' in item) {
    const search = (old: object) => (ofNumbers.includes(item.to) ? carried({ ...old }) : {});
    return { to: item.to, search };
  }
  const { type, details } = item;
  // The entry's own detail is its name: one that was chosen before would turn months into days.
  const search = (old: object) => ({ ...carried({ ...old }), ...(details ? { detail: undefined, details } : {}) });
  return { to: '/reports/$typeReport' as const, params: { typeReport: type }, search };
}
