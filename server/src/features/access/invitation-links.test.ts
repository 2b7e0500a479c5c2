import { createHash } from 'node:crypto';
import type { BotMembers } from '@botscope/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { type Colleague, startTeam, type Team, tokenOf } from './test-team.ts';

let team: Team;
let ann: Colleague;
let ben: Colleague;
beforeAll(async () => {
  team = await startTeam();
  ann = await team.colleague('ann@example.com');
  ben = await team.colleague('ben@example.com');
});
afterAll(() => team.close());
const db = () => team.server.services.metadata.db;
beforeEach(async () => {
  for (const table of ['grants', 'invitations', 'audit', 'notifications', 'attempts'] as const)
    await db().deleteFrom(table).execute();
});

const grant = (email: string, body: object = { role: 'viewer' }, inviter: Colleague = team.me) =>
  team.ask(inviter, '/grant', { email, ...body });
const opens = (colleague: Pick<Colleague, 'browser'>) => team.opens(colleague);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const state = async (browser: Colleague['browser'], token: string) =>
  (await team.init(browser, token)).invitation?.state;

describe('a link', () => {
  it('is kept as a hash, and shown again to its maker alone', async () => {
    const token = await team.token({ role: 'viewer' });
    const row = await db().selectFrom('invitations').selectAll().executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
    const [ownersInvitation] = (await team.listed()).invitations;
    expect(tokenOf(ownersInvitation?.link ?? '')).toBe(token);
    await team.join(ann, { role: 'viewer', keys: ['permissions.manage'] });
    const annsInvitation = dataOf<BotMembers>(await team.ask(ann)).invitations[0];
    expect(annsInvitation).toMatchObject({
      id: ownersInvitation?.id,
      link: null,
      editable: true,
      created_by: 'owner@example.com',
    });
  });

  it('shows a visitor who invites them to what, and nothing more once it has ended', async () => {
    const token = await team.token({ role: 'viewer', reports: ['sum_income'] });
    const visitor = team.server.visitor();
    const details = { bot_name: 'shop_bot', invited_by: 'owner@example.com', email: null, role: 'viewer' };
    const pendingInvitation = { state: 'pending', bot_key: null, ...details, reports: ['sum_income'] };
    expect(await team.init(visitor, token)).toMatchObject({ invitation: pendingInvitation, notify: [] });
    expect((await team.init(visitor)).invitation).toBeNull();
    const blank = { bot_key: null, bot_name: '', invited_by: '', email: null, role: null, reports: [] };
    expect((await team.init(visitor, 'x')).invitation).toEqual({ state: 'unknown', ...blank });
    await db()
      .updateTable('invitations')
      .set({ expires_at: daysAgo(1) })
      .execute();
    expect((await team.init(visitor, token)).invitation).toEqual({ state: 'expired', ...blank });
    const msg = 'This invitation has expired. Ask for a new one.';
    expect((await team.init(visitor, token)).notify).toEqual([{ msg, type: 'warning' }]);
  });

  it('lets one colleague in, once; asking again changes nothing', async () => {
    const token = await team.token({ role: 'viewer' });
    const first = await team.init(ann.browser, token);
    expect(first.invitation).toMatchObject({ state: 'accepted', bot_key: team.botKey, bot_name: 'shop_bot' });
    expect(first.bots[team.botKey]?.role).toBe('viewer');
    const secondInit = await team.init(ann.browser, token);
    expect(secondInit.invitation?.state).toBe('already');
    expect(secondInit.notify).toEqual([{ msg: 'You already have access to @shop_bot.', type: 'info' }]);
    expect(await state(ben.browser, token)).toBe('used');
    expect(await opens(ben)).toBe('NotFound');
    const audit = await db().selectFrom('audit').select(['action', 'account_key']).orderBy('id').execute();
    expect(audit).toEqual([
      { action: 'invitation_created', account_key: team.me.key },
      { action: 'invitation_used', account_key: ann.key },
    ]);
    const notifications = await db().selectFrom('notifications').select(['account_key', 'code', 'detail']).execute();
    expect(notifications).toEqual([{ account_key: team.me.key, code: 'joined', detail: 'ann@example.com' }]);
  });

  it('lets in as many as its maker said, also when they come in one moment', async () => {
    const crowd = [ann, ben, await team.colleague('carl@example.com'), await team.colleague('dan@example.com')];
    const token = await team.token({ role: 'viewer', max_uses: 2 });
    const states = await Promise.all(crowd.map(({ browser }) => state(browser, token)));
    expect(states.sort()).toEqual(['accepted', 'accepted', 'used', 'used']);
    expect((await team.listed()).members).toHaveLength(3);
  });

  it('lets one colleague in once who opens it in several tabs', async () => {
    const token = await team.token({ role: 'viewer', max_uses: 3 });
    const states = await Promise.all([1, 2, 3].map(() => state(ann.browser, token)));
    expect(states.sort()).toEqual(['accepted', 'already', 'already']);
    expect(await team.invited()).toMatchObject([{ uses: 1, max_uses: 3 }]);
  });

  it('adds to what a member has', async () => {
    await team.join(ann, { role: 'analyst', reports: ['retention'] });
    await team.join(ann, { role: 'viewer', keys: ['settings.edit'], reports: ['audience'] });
    expect(await team.member(ann)).toMatchObject({
      role: 'analyst',
      keys: ['settings.edit'],
      reports: ['retention', 'audience'],
    });
  });

  it('does not bring back a member who was revoked or left', async () => {
    const token = await team.token({ role: 'viewer', max_uses: 5 });
    await team.init(ann.browser, token);
    await team.drop(team.me, `/members/${ann.key}`);
    expect(await state(ann.browser, token)).toBe('lost');
    await team.init(ben.browser, token);
    await team.ask(ben, '/leave', {});
    expect(await state(ben.browser, token)).toBe('lost');
    expect([await opens(ann), await opens(ben)]).toEqual(['NotFound', 'NotFound']);
  });

  it('works only for the email that it was sent to', async () => {
    await grant('fred@example.com');
    const [invitation] = (await team.listed()).invitations;
    const token = tokenOf(invitation?.link ?? '');
    const init = await team.init(ann.browser, token);
    expect(init.invitation).toMatchObject({ state: 'other_email', bot_name: '', email: null });
    expect(init.notify).toMatchObject([{ type: 'warning' }]);
    expect((await team.init(team.server.visitor(), token)).invitation?.email).toBe('fred@example.com');
    const fred = await team.colleague('fred@example.com');
    expect(await state(fred.browser, token)).toBe('accepted');
  });

  it('gives the owner nothing, and no use of it is counted', async () => {
    const token = await team.token({ role: 'viewer' });
    expect(await state(team.owner, token)).toBe('already');
    expect(await team.invited()).toMatchObject([{ uses: 0 }]);
  });

  it.each([
    ['en', 'expired', 'This invitation has expired. Ask for a new one.'],
    ['ru', 'expired', 'Срок этого приглашения истёк. Попросите новое.'],
    ['ru', 'revoked', 'Это приглашение отозвано.'],
    ['ru', 'unknown', 'Такого приглашения нет. Проверьте, что ссылка скопирована целиком.'],
  ])('that is no good is a notice in the language of the page, %s: %s', async (lang, reason, msg) => {
    const token = await team.token({ role: 'viewer' });
    if (reason === 'expired')
      await db()
        .updateTable('invitations')
        .set({ expires_at: daysAgo(1) })
        .execute();
    else if (reason === 'revoked')
      await db()
        .updateTable('invitations')
        .set({ revoked_at: daysAgo(1) })
        .execute();
    else await db().deleteFrom('invitations').execute();
    const answer = await ann.browser.get(`/api/site/init?invite_token=${token}&lang=${lang}`);
    expect(dataOf<{ notify: object[] }>(answer).notify).toEqual([{ msg, type: 'warning' }]);
  });

  it('is unknown for a removed bot, and revoked when the account of its maker is gone', async () => {
    await team.join(ann, { role: 'viewer', keys: ['permissions.manage'] });
    const response = await team.ask(ann, '/invitations', { role: 'viewer' });
    const token = tokenOf(dataOf<{ link: string }>(response).link);
    await db().updateTable('invitations').set({ created_by: null }).execute();
    expect(await state(ben.browser, token)).toBe('revoked');
    expect(await team.invited()).toEqual([]);
    await db()
      .updateTable('bots')
      .set({ removed_at: daysAgo(1) })
      .execute();
    expect(await state(ben.browser, token)).toBe('unknown');
    await db().updateTable('bots').set({ removed_at: null }).execute();
  });

  it.each([
    [{ role: 'viewer', max_uses: 0 }, 'InvalidField max_uses'],
    [{ role: 'viewer', max_uses: 101 }, 'InvalidField max_uses'],
    [{ role: 'viewer', days: 0 }, 'InvalidField days'],
    [{ role: 'viewer', days: 91 }, 'InvalidField days'],
    [{ max_uses: 1 }, 'NothingToGrant'],
  ])('is not made with %o', async (body, expected) => {
    expect(errorOf(await team.ask(team.me, '/invitations', body))).toBe(expected);
  });

  it('is one of a hundred at most', async () => {
    const row = {
      bot_key: team.botKey,
      token_sealed: '',
      expires_at: new Date(Date.now() + 1e6),
      created_by: ann.key,
    };
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, token_hash: String(index) }));
    await db().insertInto('invitations').values(rows).execute();
    expect(errorOf(await team.ask(team.me, '/invitations', { role: 'viewer' }))).toBe('TooManyInvitations');
    expect(errorOf(await grant('nobody@example.com'))).toBe('TooManyInvitations');
  });

  it('is not made on a tariff without working together', async () => {
    const set = (tariff: number) =>
      db().updateTable('accounts').set({ tariff }).where('id', '=', team.me.key).execute();
    await set(2);
    expect(errorOf(await team.ask(team.me, '/invitations', { role: 'viewer' }))).toBe('NotAllowOnTariff');
    expect(errorOf(await grant('nobody@example.com'))).toBe('NotAllowOnTariff');
    expect(errorOf(await team.ask(team.me))).toBe('200');
    await set(4);
  });
});
