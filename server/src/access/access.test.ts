import { permissionKeys } from '@botscope/contract';
import { describe, expect, it } from 'vitest';
import { permissionsOn, permit } from './access.ts';

const owner = { key: 'owner' };
const stranger = { key: 'stranger' };
const bot = { account_key: 'owner', is_demo: false };
const demo = { account_key: null, is_demo: true };

describe('access to a bot', () => {
  it.each([
    ['its owner', owner, bot, 'secure.manage', 'in'],
    ['a stranger, like for a bot that does not exist', stranger, bot, 'report.view', 'NotFound'],
    ['anybody, a bot that does not exist', stranger, null, 'report.view', 'NotFound'],
    ['a visitor', null, bot, 'report.view', 'NotSignedIn'],
    ['a visitor, a bot that does not exist', null, null, 'report.view', 'NotSignedIn'],
    ['a visitor looking at the demo', null, demo, 'report.sessions', 'in'],
    ['an account looking at the demo', stranger, demo, 'report.view', 'in'],
    ['an account changing the demo', stranger, demo, 'settings.edit', 'AccessDenied'],
    ['a visitor changing the demo', null, demo, 'secure.manage', 'NotSignedIn'],
  ] as const)('%s', (_name, account, asked, permission, expected) => {
    const ask = () => permit(account, asked, permission);
    if (expected === 'in') expect(ask()).toBe(asked);
    else expect(ask).toThrow(expect.objectContaining({ code: expected }));
  });

  it('gives an owner every permission key', () => {
    expect(permissionsOn(owner, bot)).toEqual(permissionKeys);
  });
});
