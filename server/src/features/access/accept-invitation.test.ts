import type { Account } from '@botscope/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { accept, listOpenInvitations, previewInvitation } from './accept-invitation.ts';

const now = new Date('2026-05-01T12:00:00Z');
const expiresAt = new Date('2026-05-08T12:00:00Z');
const raw = { ip: '192.0.2.7', headers: {} };
const account = (key: string) => ({ key, email: `${key}@example.com`, tid: null }) as Account;
const crowd = Array.from({ length: 8 }, (_, index) => `guest${index}`);

describe.each(testEngines)('an invitation on $name', (engine) => {
  const metadata = testMetadata(engine);
  const db = () => metadata().db;

  beforeAll(async () => {
    const colleagues = ['ann', 'ben', ...crowd].map((id) => ({ id, email: `${id}@example.com`, email_verified: true }));
    await db().insertInto('accounts').values(colleagues).execute();
    const bot = { key: '0123456789abc', bot_name: 'shop_bot', username: 'shop_bot', api_key_hash: '' };
    await db()
      .insertInto('bots')
      .values({ ...bot, account_key: 'ann' })
      .execute();
  });
  beforeEach(async () => {
    for (const table of ['invitations', 'grants'] as const) await db().deleteFrom(table).execute();
  });

  const invite = async (row: { max_uses?: number; email?: string | null; created_by?: string; role?: string }) => {
    const all = { bot_key: '0123456789abc', token_hash: 'hash', token_sealed: '', expires_at: expiresAt };
    const grantColumns = { role: 'viewer', created_by: 'ann', ...row };
    await db()
      .insertInto('invitations')
      .values({ ...all, ...grantColumns })
      .execute();
  };
  const use = async (key: string) =>
    (await accept(db(), { find: { tokenHash: 'hash' }, account: account(key), raw, now })).state;
  const members = async () =>
    (await db().selectFrom('grants').select('account_key').where('expires_at', 'is', null).execute()).length;

  test('lets in no more than it says, however many come in one moment', async () => {
    await invite({ max_uses: 3 });
    const states = await Promise.all(crowd.map(use));
    expect(states.filter((state) => state === 'accepted')).toHaveLength(3);
    expect(states.filter((state) => state === 'used')).toHaveLength(5);
    expect(await members()).toBe(3);
  });

  test('is used once by one account, however often it asks in one moment', async () => {
    await invite({ max_uses: 3 });
    const states = await Promise.all([1, 2, 3, 4].map(() => use('ben')));
    expect(states.sort()).toEqual(['accepted', 'already', 'already', 'already']);
    expect(await db().selectFrom('invitations').select('uses').executeTakeFirst()).toEqual({ uses: 1 });
  });

  test('is over at its time, to the moment', async () => {
    await invite({});
    const question = { tokenHash: 'hash', account: null };
    expect((await previewInvitation(db(), { ...question, now: new Date(expiresAt.getTime() - 1) })).state).toBe(
      'pending',
    );
    expect((await previewInvitation(db(), { ...question, now: expiresAt })).state).toBe('expired');
  });

  test('is revoked when its maker does not have (or no longer has) what it gives', async () => {
    await invite({ created_by: 'ben' });
    expect(await use('guest0')).toBe('revoked');
    const grant = { bot_key: '0123456789abc', account_key: 'ben', keys: JSON.stringify(['permissions.manage']) };
    await db()
      .insertInto('grants')
      .values({ ...grant, role: 'analyst' })
      .execute();
    expect(await use('guest0')).toBe('accepted');
  });

  test('waits only for the account that has proved its email', async () => {
    await invite({ email: 'ben@example.com' });
    expect([await listOpenInvitations(db(), 'ben', now), await listOpenInvitations(db(), 'guest0', now)]).toEqual([
      [expect.any(Number)],
      [],
    ]);
    await db().updateTable('accounts').set({ email_verified: false }).where('id', '=', 'ben').execute();
    expect(await listOpenInvitations(db(), 'ben', now)).toEqual([]);
    expect([await use('ben'), await use('guest0')]).toEqual(['other_email', 'other_email']);
    await db().updateTable('accounts').set({ email_verified: true }).where('id', '=', 'ben').execute();
    expect(await use('ben')).toBe('accepted');
    expect(await listOpenInvitations(db(), 'ben', now)).toEqual([]);
  });

  test('does not wait forever when it gives a member nothing new', async () => {
    const grant = { bot_key: '0123456789abc', account_key: 'ben', role: 'manager' };
    await db().insertInto('grants').values(grant).execute();
    await invite({ email: 'ben@example.com' });
    expect(await use('ben')).toBe('already');
    expect(await listOpenInvitations(db(), 'ben', now)).toEqual([]);
  });
});
