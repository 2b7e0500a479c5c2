import { type Held, type PermissionKey, type ReportType, reportTypes } from '@botscope/contract';
import { expect, test } from 'vitest';
import { allowed, isCurrent, type MenuItem, menuGroups } from './menu.ts';

const { conversions, reports } = menuGroups(((key: string) => key) as never);
const items = [conversions, ...reports].flatMap((group) => group.items);
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
  expect(current('/targets/12')).toEqual(['Shell.menu.targets']);
  expect(current('/conversion')).toEqual(['Shell.menu.conversionList']);
  expect(current('/')).toEqual([]);
});

test('what an account may not open is not offered', () => {
  const labels = (keys: PermissionKey[], reports: ReportType[] = []) => {
    const held: Held = { keys: new Set(keys), reports: new Set(reports), role: null };
    return allowed(conversions, held)?.items.map((item: MenuItem) => item.label);
  };
  expect(labels(['report.view', 'report.sum_income', 'convers.view'])).toEqual([
    'Reports.titles.sum_income',
    'Shell.menu.targets',
  ]);
  // A report needs the general key beside its own, or to be given by itself.
  expect(labels(['report.sum_income'])).toBe(undefined);
  expect(labels(['report.view'])).toBe(undefined);
  expect(labels([], ['sum_income'])).toEqual(['Reports.titles.sum_income']);
  expect(allowed(conversions, null)).toBe(conversions);
});
