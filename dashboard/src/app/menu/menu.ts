import { type Bot, mayRead, permissionsOf, type ReportType } from '@botscope/contract';
import type { Icon } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { looksOf, reportsOfGroup } from '../../charts/prepare/report-looks.ts';
import {
  type Feature,
  inOrder,
  type MenuGroupEntry,
  type MenuReader,
  type PageEntry,
  type PagePath,
} from '../../platform/routing/feature.ts';
import { carried } from '../../platform/routing/search.ts';

interface ReportItem {
  type: ReportType;
  /** Detail level in the address; `active_users` is DAU, WAU or MAU by it. */
  details?: 'day' | 'week' | 'month';
  label: string;
  /** Name outside its group. */
  title: string;
}

export interface PageItem {
  to: PagePath;
  label: string;
  title: string;
  icon?: Icon | undefined;
  keepsQuestion?: boolean | undefined;
  covers?: RegExp | undefined;
}

export type MenuItem = ReportItem | PageItem;

export interface MenuGroup {
  id: string;
  section: MenuGroupEntry['section'];
  label: string;
  icon?: Icon | undefined;
  items: MenuItem[];
}

export interface MenuContents {
  pages: PageItem[];
  groups: MenuGroup[];
}

/** Pages and reports may have a group of the same id. */
export const groupKey = ({ section, id }: Pick<MenuGroup, 'section' | 'id'>): string =>
  section === 'reports' ? id : `${section} ${id}`;

/** Identifies an entry permanently: pins and recent choices are stored by it. */
export const itemId = (item: MenuItem): string =>
  'to' in item ? item.to : [item.type, item.details].filter(Boolean).join(':');

function pageItem(t: TFunction, { to, label, title = label, icon, keepsQuestion, covers }: PageEntry): PageItem {
  return { to, label: label(t), title: title(t), icon, keepsQuestion, covers };
}

/** Monthly, weekly and daily active users are entries of their own. */
const byDetail = [
  ['month', 'mau'],
  ['week', 'wau'],
  ['day', 'dau'],
] as const;

function reportItems(t: TFunction, type: ReportType): ReportItem[] {
  const { menuLabel, menuScope, titleByDetail } = looksOf(type);
  if (titleByDetail) {
    return byDetail.map(([details, name]) => {
      const title = t(`Shell.menu.${name}`);
      return { type, details, label: title, title };
    });
  }
  const title = t(`Reports.titles.${type}`);
  if (menuLabel === undefined) return [{ type, label: title, title }];
  const label = t(`Shell.menu.${menuLabel}`);
  return [{ type, label: menuScope ? t(`Shell.menu.${menuScope}`, { label: label.toLowerCase() }) : label, title }];
}

/** Entries that the account may open, in the order of the menu. */
function buildGroup(t: TFunction, { id, section, label, icon, items }: MenuGroupEntry, reader: MenuReader): MenuGroup {
  const permissions = permissionsOf(reader.bot);
  const visibleItems = items.flatMap((item): MenuItem[] => {
    if (item !== 'reports') return item.isVisible(reader) ? [pageItem(t, item)] : [];
    return reportsOfGroup(id)
      .filter((type) => mayRead(permissions, type))
      .flatMap((type) => reportItems(t, type));
  });
  return { id, section, label: label(t), icon, items: visibleItems };
}

interface Reader {
  isSignedIn: boolean;
  /** Null before the first bot. */
  bot: Bot | null;
  demo: boolean;
}

/** One group for each key: features may add entries to the group of another one. */
function mergeGroups(groups: readonly MenuGroupEntry[]): MenuGroupEntry[] {
  const groupsByKey = new Map<string, MenuGroupEntry>();
  for (const group of groups) {
    const before = groupsByKey.get(groupKey(group));
    const items = [...(before?.items ?? []), ...group.items].sort((one, other) =>
      one === 'reports' || other === 'reports' ? 0 : one.order - other.order,
    );
    groupsByKey.set(groupKey(group), { ...(before ?? group), items });
  }
  return [...groupsByKey.values()];
}

/** Groups of pages come first, each section in its order. */
const toSortKey = ({ section, order = 0 }: MenuGroupEntry): number => (section === 'reports' ? 1_000 : 0) + order;

/** The menu of an account. Without a bot it holds only the pages that work without one. */
export function buildMenu(t: TFunction, features: readonly Feature[], { bot, ...reader }: Reader): MenuContents {
  const pages = inOrder(features.map((feature) => feature.pages));
  if (bot === null)
    return { pages: pages.filter(({ withoutBot }) => withoutBot).map((page) => pageItem(t, page)), groups: [] };
  return {
    pages: pages.filter((page) => page.isVisible({ ...reader, bot })).map((page) => pageItem(t, page)),
    groups: mergeGroups(features.flatMap(({ menuGroups = [] }) => menuGroups))
      .sort((one, other) => toSortKey(one) - toSortKey(other))
      .map((group) => buildGroup(t, group, { ...reader, bot }))
      .filter(({ items }) => items.length > 0),
  };
}

/** All entries, in the order of the menu. */
export const listItems = ({ pages, groups }: MenuContents): MenuItem[] => [
  ...pages,
  ...groups.flatMap(({ items }) => items),
];

/** Whether an address shows what the entry leads to. `detail` is what the address says, '' for nothing. */
export function isCurrent(item: MenuItem, pathname: string, detail: string): boolean {
  if ('to' in item)
    return (
      item.covers?.test(pathname) ?? (pathname === item.to || (item.to !== '/' && pathname.startsWith(`${item.to}/`)))
    );
  if (pathname !== `/reports/${item.type}`) return false;
  return item.details === undefined || item.details === (detail || 'day');
}

/** The entry that an address shows. */
export const itemAt = (items: readonly MenuItem[], pathname: string, detail: string): MenuItem | undefined =>
  items.find((item) => isCurrent(item, pathname, detail));

/** Returns the link of an entry, for `Link` and `navigate`. Choices on a page of numbers go along to the next one. */
export function linkTo(item: MenuItem) {
  if ('to' in item) {
    const search = (oldSearch: object) => (item.keepsQuestion ? carried({ ...oldSearch }) : {});
    return { to: item.to, search };
  }
  const { type, details } = item;
  // The entry's own detail is its name: one that was chosen before would turn months into days.
  const search = (oldSearch: object) => ({
    ...carried({ ...oldSearch }),
    ...(details ? { detail: undefined, details } : {}),
  });
  return { to: '/reports/$typeReport' as const, params: { typeReport: type }, search };
}
