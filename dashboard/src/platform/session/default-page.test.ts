import { type PermissionKey, permissionKeys, type ReportType, type Role, roleKeys } from '@botscope/contract';
import { expect, test } from 'vitest';
import { defaultPageOf, defaultPagePath } from './default-page.ts';

const at = (permissions: readonly PermissionKey[], reports: ReportType[] = [], role: Role | null = null): string =>
  defaultPagePath(defaultPageOf({ key: '0123456789abc', permissions: [...permissions], reports, role }));

test.each([
  ['an owner', at(permissionKeys, [], 'owner'), '/'],
  ['a viewer', at(roleKeys.viewer, [], 'viewer'), '/'],
  ['one report of the summary', at([], ['visitors']), '/reports/visitors'],
  ['one report beside the summary', at([], ['retention']), '/reports/retention'],
  ['two, one of them on the summary', at([], ['retention', 'visitors']), '/'],
  ['two, both beside the summary', at([], ['sum_income', 'retention']), '/reports/retention'],
  ['no report', at(['settings.view']), '/bots/0123456789abc'],
  ['the general key of reports alone', at(['report.view']), '/'],
])('%s', (_who, path, expected) => {
  expect(path).toBe(expected);
});

test('without a bot the summary says how to get one', () => {
  expect(defaultPagePath(defaultPageOf(null))).toBe('/');
});
