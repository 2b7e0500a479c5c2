import { type PermissionKey, permissionKeys, type ReportType, type Role, roleKeys } from '@botscope/contract';
import { expect, test } from 'vitest';
import { defaultPagePath, selectDefaultPage } from './default-page.ts';

const findPath = (
  permissions: readonly PermissionKey[],
  reports: ReportType[] = [],
  role: Role | null = null,
): string => defaultPagePath(selectDefaultPage({ key: '0123456789abc', permissions: [...permissions], reports, role }));

test.each([
  ['an owner', findPath(permissionKeys, [], 'owner'), '/'],
  ['a viewer', findPath(roleKeys.viewer, [], 'viewer'), '/'],
  ['one report of the summary', findPath([], ['visitors']), '/reports/visitors'],
  ['one report beside the summary', findPath([], ['retention']), '/reports/retention'],
  ['two, one of them on the summary', findPath([], ['retention', 'visitors']), '/'],
  ['two, both beside the summary', findPath([], ['sum_income', 'retention']), '/reports/retention'],
  ['no report', findPath(['settings.view']), '/bots/0123456789abc'],
  ['the general key of reports alone', findPath(['report.view']), '/'],
])('%s', (_who, path, expected) => {
  expect(path).toBe(expected);
});

test('an account without a bot starts on the summary, which says how to get one', () => {
  expect(defaultPagePath(selectDefaultPage(null))).toBe('/');
});
