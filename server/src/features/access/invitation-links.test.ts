import { createHash } from 'node:crypto';
import type { BotMembers } from '@botscope/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { type People, type Person, startPeople, tokenOf } from './test-people.ts';

let people: People;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  people = await startPeople();
  ann = await people.person('ann@example.com');
  ben = await people.person('ben@example.com');
});
afterAll(() => people.close());
const db = () => people.server.services.metadata.db;
beforeEach(async () => {
  for (const table of ['grants', 'invitations', 'audit', 'notifications', 'attempts'] as const)
    await db().deleteFrom(table).execute();
});

const grant = (email: string, body: object = { role: 'viewer' }, inviter: Person = people.me) =>
  people.ask(inviter, '/grant', { email, ...body });
const opens = (person: Pick<Person, 'browser'>) => people.opens(person);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const state = async (browser: Person['browser'], token: string) =>
  (await people.init(browser, token)).invitation?.state;

describe('a link', () => {
  it('is kept as a hash, and shown again to its maker alone', async () => {
    const token = await people.token({ role: 'viewer' });
    const row = await db().selectFrom('invitations').selectAll().executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(row)).not.toContain(token);
    const [ownersInvitation] = (await people.listed()).invitations;
    expect(tokenOf(ownersInvitation?.link ?? '')).toBe(token);
    await people.join(ann, { role: 'viewer', keys: ['permissions.manage'] });
    const annsInvitation = dataOf<BotMembers>(await people.ask(ann)).invitations[0];
    expect(annsInvitation).toMatchObject({
      id: ownersInvitation?.id,
      link: null,
      editable: true,
      created_by: 'owner@example.com',
    });
  });

  it('shows a visitor who invites them to what, and nothing more once it has ended', async () => {
    const token = await people.token({ role: 'viewer', reports: ['sum_income'] });
    const visitor = people.server.visitor();
    const details = { bot_name: 'shop_bot', invited_by: 'owner@example.com', email: null, role: 'viewer' };
    const pendingInvitation = { state: 'pending', bot_key: null, ...details, reports: ['sum_income'] };
    expect(await people.init(visitor, token)).toMatchObject({ invitation: pendingInvitation, notify: [] });
    expect((await people.init(visitor)).invitation).toBeNull();
    const blank = { bot_key: null, bot_name: '', invited_by: '', email: null, role: null, reports: [] };
    expect((await people.init(visitor, 'x')).invitation).toEqual({ state: 'unknown', ...blank });
    await db()
      .updateTable('invitations')
      .set({ expires_at: daysAgo(1) })
      .execute();
    expect((await people.init(visitor, token)).invitation).toEqual({ state: 'expired', ...blank });
    const msg = 'This invitation has expired. Ask for a new one.';
    expect((await people.init(visitor, token)).notify).toEqual([{ msg, type: 'warning' }]);
  });

  it('lets one person in, once; asking again changes nothing', async () => {
    const token = await people.token({ role: 'viewer' });
    const first = await people.init(ann.browser, token);
    expect(first.invitation).toMatchObject({ state: 'accepted', bot_key: people.botKey, bot_name: 'shop_bot' });
    expect(first.bots[people.botKey]?.role).toBe('viewer');
    const secondInit = await people.init(ann.browser, token);
    expect(secondInit.invitation?.state).toBe('already');
    expect(secondInit.notify).toEqual([{ msg: 'You already have access to @shop_bot.', type: 'info' }]);
    expect(await state(ben.browser, token)).toBe('used');
    expect(await opens(ben)).toBe('NotFound');
    const audit = await db().selectFrom('audit').select(['action', 'account_key']).orderBy('id').execute();
    expect(audit).toEqual([
      { action: 'invitation_created', account_key: people.me.key },
      { action: 'invitation_used', account_key: ann.key },
    ]);
    const notifications = await db().selectFrom('notifications').select(['account_key', 'code', 'detail']).execute();
    expect(notifications).toEqual([{ account_key: people.me.key, code: 'joined', detail: 'ann@example.com' }]);
  });

  it('lets in as many as its maker said, also when they come in one moment', async () => {
    const crowd = [ann, ben, await people.person('carl@example.com'), await people.person('dan@example.com')];
    const token = await people.token({ role: 'viewer', max_uses: 2 });
    const states = await Promise.all(crowd.map(({ browser }) => state(browser, token)));
    expect(states.sort()).toEqual(['accepted', 'accepted', 'used', 'used']);
    expect((await people.listed()).members).toHaveLength(3);
  });

  it('lets one person in once who opens it in several tabs', async () => {
    const token = await people.token({ role: 'viewer', max_uses: 3 });
    const states = await Promise.all([1, 2, 3].map(() => state(ann.browser, token)));
    expect(states.sort()).toEqual(['accepted', 'already', 'already']);
    expect(await people.invited()).toMatchObject([{ uses: 1, max_uses: 3 }]);
  });

  it('adds to what a member has', async () => {
    await people.join(ann, { role: 'analyst', reports: ['retention'] });
    await people.join(ann, { role: 'viewer', keys: ['settings.edit'], reports: ['audience'] });
    expect(await people.member(ann)).toMatchObject({
      role: 'analyst',
      keys: ['settings.edit'],
      reports: ['retention', 'audience'],
    });
  });

  it('does not bring back a member who was revoked or left', async () => {
    const token = await people.token({ role: 'viewer', max_uses: 5 });
    await people.init(ann.browser, token);
    await people.drop(people.me, `/members/${ann.key}`);
    expect(await state(ann.browser, token)).toBe('lost');
    await people.init(ben.browser, token);
    await people.ask(ben, '/leave', {});
    expect(await state(ben.browser, token)).toBe('lost');
    expect([await opens(ann), await opens(ben)]).toEqual(['NotFound', 'NotFound']);
  });

  it('works only for the email that it was sent to', async () => {
    await grant('fred@example.com');
    const [invitation] = (await people.listed()).invitations;
    const token = tokenOf(invitation?.link ?? '');
    const init = await people.init(ann.browser, token);
    expect(init.invitation).toMatchObject({ state: 'other_email', bot_name: '', email: null });
    expect(init.notify).toMatchObject([{ type: 'warning' }]);
    expect((await people.init(people.server.visitor(), token)).invitation?.email).toBe('fred@example.com');
    const fred = await people.person('fred@example.com');
    expect(await state(fred.browser, token)).toBe('accepted');
  });

  it('gives the owner nothing, and no use of it is counted', async () => {
    const token = await people.token({ role: 'viewer' });
    expect(await state(people.owner, token)).toBe('already');
    expect(await people.invited()).toMatchObject([{ uses: 0 }]);
  });

  it.each([
    ['en', 'expired', 'This invitation has expired. Ask for a new one.'],
    ['ru', 'expired', 'Срок этого приглашения истёк. Попросите новое.'],
    ['ru', 'revoked', 'Это приглашение отозвано.'],
    ['ru', 'unknown', 'Такого приглашения нет. Проверьте, что ссылка скопирована целиком.'],
  ])('that is no good is a notice in the language of the page, %s: %s', async (lang, reason, msg) => {
    const token = await people.token({ role: 'viewer' });
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
    await people.join(ann, { role: 'viewer', keys: ['permissions.manage'] });
    const response = await people.ask(ann, '/invitations', { role: 'viewer' });
    const token = tokenOf(dataOf<{ link: string }>(response).link);
    await db().updateTable('invitations').set({ created_by: null }).execute();
    expect(await state(ben.browser, token)).toBe('revoked');
    expect(await people.invited()).toEqual([]);
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
    expect(errorOf(await people.ask(people.me, '/invitations', body))).toBe(expected);
  });

  it('is one of a hundred at most', async () => {
    const row = {
      bot_key: people.botKey,
      token_sealed: '',
      expires_at: new Date(Date.now() + 1e6),
      created_by: ann.key,
    };
    const rows = Array.from({ length: 100 }, (_, index) => ({ ...row, token_hash: String(index) }));
    await db().insertInto('invitations').values(rows).execute();
    expect(errorOf(await people.ask(people.me, '/invitations', { role: 'viewer' }))).toBe('TooManyInvitations');
    expect(errorOf(await grant('nobody@example.com'))).toBe('TooManyInvitations');
  });

  it('is not made on a tariff without working together', async () => {
    const set = (tariff: number) =>
      db().updateTable('accounts').set({ tariff }).where('id', '=', people.me.key).execute();
    await set(2);
    expect(errorOf(await people.ask(people.me, '/invitations', { role: 'viewer' }))).toBe('NotAllowOnTariff');
    expect(errorOf(await grant('nobody@example.com'))).toBe('NotAllowOnTariff');
    expect(errorOf(await people.ask(people.me))).toBe('200');
    await set(4);
  });
});
