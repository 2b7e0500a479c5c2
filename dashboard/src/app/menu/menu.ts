import { type Bot, type Held, heldOf, mayRead, opens, type PermissionKey, type ReportType } from '@botscope/contract';
import type { TFunction } from 'i18next';
import { looksOf, type MenuGroupId, reportsOfGroup } from '../../charts/prepare/report-looks.ts';
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
  id: MenuGroupId;
  label: string;
  items: MenuItem[];
}

/** Names an entry for good: pins and recent choices are kept by it. */
export const itemId = (item: MenuItem): string =>
  'to' in item ? item.to : [item.type, item.details].filter(Boolean).join(':');

/** What the side menu folds: the conversions, and the groups of reports in their order. */
export function menuGroups(t: TFunction): { conversions: MenuGroup; reports: MenuGroup[] } {
  const reports = (group: MenuGroupId): ReportItem[] =>
    reportsOfGroup(group).flatMap((type) => {
      const { menuLabel, titleByDetail } = looksOf(type);
      const title = t(`Reports.titles.${type}`);
      if (titleByDetail)
        return byDetail.map(([details, word]) => ({ type, details, ...same(t(`Shell.menu.${word}`)) }));
      return [{ type, label: menuLabel === undefined ? title : t(`Shell.menu.${menuLabel}`), title }];
    });
  const page = (to: PagePath, needs: PermissionKey, label: string, title = label): PageItem => ({
    to,
    needs,
    label,
    title,
  });
  const group = (id: MenuGroupId, label: string): MenuGroup => ({ id, label, items: reports(id) });
  const conversions = t('Shell.menu.conversions');
  const list = t('Shell.menu.conversionList');
  return {
    conversions: {
      id: 'conversions',
      label: conversions,
      items: [
        page('/conversion', 'report.conversions_list', list, `${conversions}: ${list}`),
        ...reports('conversions'),
        page('/targets', 'convers.view', t('Shell.menu.targets')),
      ],
    },
    reports: [
      group('behaviour', t('Shell.menu.behaviour')),
      group('sources', t('Shell.menu.sources')),
      group('users', t('Shell.menu.users')),
      group('apps', t('Shell.menu.appSessions')),
      group('sessions', t('Shell.menu.sessions')),
    ],
  };
}

/** Monthly, weekly and daily active users are entries of their own. */
const byDetail = [
  ['month', 'mau'],
  ['week', 'wau'],
  ['day', 'dau'],
] as const;
const same = (name: string) => ({ label: name, title: name });

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
