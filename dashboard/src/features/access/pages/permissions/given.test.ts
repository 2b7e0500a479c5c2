import { permissionKeys, roleKeys } from '@botscope/contract';
import { expect, test } from 'vitest';
import { isReadableWithout, nothingGiven, rolesToGive, withKey, withoutRoleKeys, withReport } from './given.ts';

test('nobody gives a role that they do not fully have', () => {
  const holding = (keys: Iterable<string>) =>
    rolesToGive({ keys: new Set(keys) as never, reports: new Set(), role: null });
  expect(holding(permissionKeys)).toEqual(['viewer', 'analyst', 'manager']);
  expect(holding([...roleKeys.analyst, 'permissions.manage'])).toEqual(['viewer', 'analyst']);
  expect(holding(['report.view', 'permissions.manage'])).toEqual([]);
});

test('choosing keeps the order of the contract, and what the role has is not sent', () => {
  let draft = withKey({ ...nothingGiven, role: 'viewer' }, 'errors.view', true);
  draft = withKey(draft, 'settings.view', true);
  draft = withKey(draft, 'report.view', true);
  expect(draft.keys).toEqual(['report.view', 'settings.view', 'errors.view']);
  expect(withoutRoleKeys(draft).keys).toEqual(['settings.view', 'errors.view']);
  expect(withKey(draft, 'errors.view', false).keys).toEqual(['report.view', 'settings.view']);
  draft = withReport(withReport(draft, 'sum_income', true), 'retention', true);
  expect(draft.reports).toEqual(['retention', 'sum_income']);
  expect(withReport(draft, 'retention', false).reports).toEqual(['sum_income']);
});

test('a report is open without being given by itself where role and keys open it', () => {
  expect(isReadableWithout({ ...nothingGiven, role: 'viewer' }, 'retention')).toBe(true);
  expect(isReadableWithout({ ...nothingGiven, role: 'viewer' }, 'sum_income')).toBe(false);
  expect(isReadableWithout({ ...nothingGiven, keys: ['report.sum_income'] }, 'sum_income')).toBe(false);
  expect(isReadableWithout({ ...nothingGiven, keys: ['report.view', 'report.sum_income'] }, 'sum_income')).toBe(true);
  expect(isReadableWithout({ ...nothingGiven, reports: ['sum_income'] }, 'sum_income')).toBe(false);
});
