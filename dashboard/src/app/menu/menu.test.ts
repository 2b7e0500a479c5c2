import { type Bot, type PermissionKey, permissionKeys, type ReportType, reportTypes } from '@botscope/contract';
import { expect, test } from 'vitest';
import { features } from '../features.ts';
import { buildMenu, groupKey, isCurrent, itemId, linkTo, listItems, type MenuItem } from './menu.ts';

const t = ((key: string) => key) as never;
const ownBot = { key: 'one', permissions: [...permissionKeys], reports: [], role: 'owner' } as unknown as Bot;
const menu = (bot: Bot | null, isSignedIn = true, demo = false) => buildMenu(t, features, { isSignedIn, bot, demo });

const items = menu(ownBot).groups.flatMap((group) => group.items);
const types = items.flatMap((item) => ('type' in item ? [item.type] : []));

test('every report has one place in the menu; the active users have one for each of their names', () => {
  expect([...new Set(types)].sort()).toEqual(Object.keys(reportTypes).sort());
  expect(types.filter((type) => type !== 'active_users')).toHaveLength(new Set(types).size - 1);
});

const current = (pathname: string, detail = ''): string[] =>
  items.filter((item) => isCurrent(item, pathname, detail)).map((item) => item.label);

test('an address marks one entry', () => {
  expect(current('/reports/active_users')).toEqual(['Shell.menu.dau']);
  expect(current('/reports/active_users', 'month')).toEqual(['Shell.menu.mau']);
  expect(current('/reports/active_users', 'hour')).toEqual([]);
  expect(current('/reports/rejection', 'month')).toEqual(['Shell.menu.rejection']);
  expect(current('/targets/12')).toEqual(['Menu.targets']);
  expect(current('/conversion')).toEqual(['Menu.conversionList']);
  expect(current('/')).toEqual([]);
});

test('the menu omits entries that an account may not open', () => {
  const labels = (permissions: PermissionKey[], reports: ReportType[] = []) => {
    const { groups } = menu({ ...ownBot, permissions, reports, role: null } as unknown as Bot);
    return groups.find(({ id }) => id === 'conversions')?.items.map((item: MenuItem) => item.label);
  };
  expect(labels(['report.view', 'report.sum_income', 'convers.view'])).toEqual([
    'Reports.titles.sum_income',
    'Menu.targets',
  ]);
  // A report needs the general key beside its own, or to be given by itself.
  expect(labels(['report.sum_income'])).toBe(undefined);
  expect(labels(['report.view'])).toBe(undefined);
  expect(labels([], ['sum_income'])).toEqual(['Reports.titles.sum_income']);
});

test('the menu has no dead ends before the first bot', () => {
  expect(listItems(menu(null)).map(itemId)).toEqual(['/']);
});

test('a visitor of the demo has no pages of an account', () => {
  const createDemoMenu = (isSignedIn: boolean) => menu(ownBot, isSignedIn, true);
  expect(createDemoMenu(false).pages.map(itemId)).toEqual(['/', '/live']);
  expect(createDemoMenu(true).pages.map(itemId)).toEqual(['/', '/live', '/bots', '/bot_errors']);
  for (const { groups } of [createDemoMenu(false), createDemoMenu(true)])
    expect(groups.find(({ id }) => id === 'tools')?.items.map(itemId)).toEqual([
      '/utm-builder',
      '/code4-site',
      '/webapps',
      '/integrations',
    ]);
});

test('groups stand in their order, those of reports last', () => {
  expect(menu(ownBot).groups.map(groupKey)).toEqual([
    ...['pages users', 'pages conversions', 'pages tools'],
    ...['behaviour', 'sources', 'users', 'apps', 'sessions'],
  ]);
});

test('reports on apps and on websites stand in one group, under labels that differ', () => {
  const english = ((key: string, values?: { label: string }) => (values ? `${key} ${values.label}` : key)) as never;
  const { groups } = buildMenu(english, features, { isSignedIn: true, bot: ownBot, demo: false });
  const labels = groups.find(({ id }) => id === 'apps')?.items.map(({ label }) => label) ?? [];
  expect(labels).toContain('Shell.menu.inApp shell.menu.bysource');
  expect(labels).toContain('Shell.menu.inSite shell.menu.bysource');
  expect(new Set(labels).size).toBe(labels.length);
});

test('every entry has a name for good, and its own title', () => {
  const all = listItems(menu(ownBot));
  expect(new Set(all.map(itemId)).size).toBe(all.length);
  expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
  expect(all.map(itemId).some((id) => id.includes(' '))).toBe(false);
});

test('period, detail, comparison and filter travel; what belongs to one page stays there', () => {
  const all = listItems(menu(ownBot));
  const carriedSearch = {
    period: '90d',
    detail: 'week',
    compare: 'custom',
    compare_period: '2026-01-01..2026-01-31',
    filter: 'source:ads',
    model: 'last',
  };
  const from = { ...carriedSearch, lang: 'ru', lines: 'new', by: 'country', users: 'line:new', sort: '-new' };
  const searchTo = (id: string) => {
    const item = all.find((each) => itemId(each) === id);
    return item && linkTo(item).search(from);
  };
  expect(searchTo('new_users')).toEqual(carriedSearch);
  expect(searchTo('/')).toEqual(carriedSearch);
  expect(searchTo('/conversion')).toEqual(carriedSearch);
  expect(searchTo('active_users:month')).toEqual({ ...carriedSearch, detail: undefined, details: 'month' });
  expect(searchTo('/bots')).toEqual({});
});
