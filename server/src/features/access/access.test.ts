import { assignableRoles, permissionKeys, roleKeys } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { type Grant, noGrants, permissionsFor, permit, presentPermissions } from './access.ts';

const owner = { key: 'owner' };
const stranger = { key: 'stranger' };
const bot = { key: '0123456789abc', account_key: 'owner', is_demo: false };
const demo = { key: 'd000000000000', account_key: null, is_demo: true };
const grantsWith = (grant: Partial<Grant>, key = bot.key) =>
  new Map([[key, { role: null, keys: [], reports: [], ...grant }]]);

const viewer = grantsWith({ role: 'viewer' });
const withKey = grantsWith({ keys: ['settings.view'] });
const oneReport = grantsWith({ reports: ['retention'] });
const elsewhere = grantsWith({ role: 'manager' }, 'fedcba9876543');

describe('access to a bot', () => {
  it.each([
    ['its owner', owner, bot, noGrants, 'secure.manage', 'in'],
    ['a stranger, like for a bot that does not exist', stranger, bot, noGrants, 'report.view', 'NotFound'],
    ['a stranger, a bot that does not exist', stranger, null, viewer, 'report.view', 'NotFound'],
    ['a visitor', null, bot, noGrants, 'report.view', 'NotSignedIn'],
    ['a visitor, a bot that does not exist', null, null, noGrants, 'report.view', 'NotSignedIn'],
    ['a visitor looking at the demo', null, demo, noGrants, 'report.sessions', 'in'],
    ['an account looking at the demo', stranger, demo, noGrants, 'report.view', 'in'],
    ['a visitor looking at a Mini App of the demo', null, demo, noGrants, 'webapp.view', 'in'],
    ['an account changing a Mini App of the demo', stranger, demo, noGrants, 'webapp.manage', 'AccessDenied'],
    ['an account changing the demo', stranger, demo, noGrants, 'settings.edit', 'AccessDenied'],
    ['a visitor changing the demo', null, demo, noGrants, 'secure.manage', 'NotSignedIn'],
    ['a viewer', stranger, bot, viewer, 'report.sessions', 'in'],
    ['a viewer, beyond their role', stranger, bot, viewer, 'settings.view', 'AccessDenied'],
    ['a guest with one key', stranger, bot, withKey, 'settings.view', 'in'],
    ['a guest with one key, another', stranger, bot, withKey, 'report.view', 'AccessDenied'],
    ['a guest with one report, the access to reports', stranger, bot, oneReport, 'report.view', 'in'],
    ['a guest with one report, its key', stranger, bot, oneReport, 'report.retention', 'AccessDenied'],
    ['a guest with one report, users', stranger, bot, oneReport, 'section.users.list', 'AccessDenied'],
    ['a guest with one key, as a member', stranger, bot, withKey, 'member', 'in'],
    ['a guest with one report, as a member', stranger, bot, oneReport, 'member', 'in'],
    ['its owner, as a member', owner, bot, noGrants, 'member', 'in'],
    ['a visitor of the demo, as a member', null, demo, noGrants, 'member', 'in'],
    ['a stranger, as a member', stranger, bot, elsewhere, 'member', 'NotFound'],
    ['a visitor, as a member', null, bot, noGrants, 'member', 'NotSignedIn'],
    ['a manager of another bot', stranger, bot, elsewhere, 'report.view', 'NotFound'],
    ['a guest whose grant is empty', stranger, bot, grantsWith({}), 'report.view', 'NotFound'],
  ] as const)('%s', (_name, account, targetBot, grants, permission, expected) => {
    const ask = () => permit(account, targetBot, permission, grants);
    if (expected === 'in') expect(ask().bot).toBe(targetBot);
    else expect(ask).toThrow(expect.objectContaining({ code: expected }));
  });

  it('gives an owner every permission key, whatever they were granted before they owned the bot', () => {
    expect(presentPermissions(permissionsFor(owner, bot, viewer))).toEqual({
      permissions: permissionKeys,
      reports: [],
      role: 'owner',
    });
  });

  it('adds single keys and reports to those of the role', () => {
    const grants = grantsWith({ role: 'viewer', keys: ['settings.view', 'report.view'], reports: ['sum_income'] });
    const { permissions, ...rest } = presentPermissions(permissionsFor(stranger, bot, grants));
    expect(new Set(permissions)).toEqual(new Set([...roleKeys.viewer, 'settings.view']));
    expect(permissions).toHaveLength(roleKeys.viewer.length + 1);
    expect(rest).toEqual({ reports: ['sum_income'], role: 'viewer' });
  });
});

describe('roles', () => {
  it('each have all that the one before has, and more; without a key twice', () => {
    const sets = assignableRoles.map((role) => new Set<string>(roleKeys[role]));
    expect(sets.map(({ size }) => size)).toEqual(assignableRoles.map((role) => roleKeys[role].length));
    for (const [index, next] of sets.slice(1).entries()) {
      expect(next.size).toBeGreaterThan(sets[index]!.size);
      expect([...sets[index]!].filter((key) => !next.has(key))).toEqual([]);
    }
  });

  it('leave to the owner who else comes in and how the bot is connected', () => {
    expect(permissionKeys.filter((key) => !roleKeys.manager.includes(key))).toEqual([
      'secure.view',
      'secure.manage',
      'permissions.manage',
    ]);
  });

  it('let a viewer see no money and change nothing', () => {
    expect(roleKeys.viewer.filter((key) => !key.startsWith('report.') || /income|conversion/.test(key))).toEqual([]);
  });
});
