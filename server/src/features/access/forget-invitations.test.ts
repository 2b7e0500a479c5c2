import { describe, expect, test } from 'vitest';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { forgetInvitations, loadGrants } from './access.ts';

const now = Date.parse('2026-06-01T12:00:00Z');
const ago = (days: number) => new Date(now - days * 86_400_000);

describe.each(testEngines)('old invitations on $name', (engine) => {
  const metadata = testMetadata(engine);

  test('go with what nobody took up; members and links that still say why they are over stay', async () => {
    const { db } = metadata();
    await db
      .insertInto('accounts')
      .values(['ann', 'ben', 'carl', 'dan'].map((id) => ({ id })))
      .execute();
    const bot = { key: '0123456789abc', bot_name: 'shop_bot', username: 'shop_bot', api_key_hash: '' };
    await db
      .insertInto('bots')
      .values({ ...bot, account_key: 'ann' })
      .execute();
    const grant = { bot_key: bot.key, role: 'viewer' };
    await db
      .insertInto('grants')
      .values([
        { ...grant, account_key: 'ben', expires_at: null },
        { ...grant, account_key: 'carl', expires_at: ago(0) },
        { ...grant, account_key: 'dan', expires_at: ago(-1) },
      ])
      .execute();
    const invitation = { bot_key: bot.key, token_sealed: '' };
    await db
      .insertInto('invitations')
      .values([91, 89, -1].map((days) => ({ ...invitation, token_hash: String(days), expires_at: ago(days) })))
      .execute();

    expect(await forgetInvitations(db, now)).toEqual({ grants: 1, invitations: 1 });
    const remainingGrants = await db.selectFrom('grants').select('account_key').orderBy('account_key').execute();
    expect(remainingGrants.map((row) => row.account_key)).toEqual(['ben', 'dan']);
    const links = await db.selectFrom('invitations').select('token_hash').orderBy('token_hash').execute();
    expect(links.map((row) => row.token_hash)).toEqual(['-1', '89']);
    expect(await forgetInvitations(db, now)).toEqual({ grants: 0, invitations: 0 });
    expect((await loadGrants(db, 'ben')).size).toBe(1);
  });
});
