import { type Bot, type Init, permissionKeys, roleKeys } from '@botscope/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { type Colleague, password, startTeam, type Team } from './test-team.ts';

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
  await db().deleteFrom('grants').execute();
  await db().deleteFrom('invitations').execute();
  await db().deleteFrom('audit').execute();
  await db().deleteFrom('notifications').execute();
});

/** May invite others, and has all that a viewer has. */
const hostess = { role: 'viewer', keys: ['permissions.manage'] } as const;
const join = (colleague: Colleague, draft: { role?: 'viewer' | 'analyst' | 'manager'; keys?: readonly string[] }) =>
  team.join(colleague, draft as never);
const opens = (colleague: Colleague) => team.opens(colleague);
const audited = async () => (await db().selectFrom('audit').selectAll().orderBy('id').execute()).map((row) => row);
const loadNotifications = async ({ key }: Colleague) =>
  (
    await db()
      .selectFrom('notifications')
      .select(['code', 'detail'])
      .where('account_key', '=', key)
      .orderBy('id')
      .execute()
  ).map((row) => `${row.code} ${row.detail}`);

describe('the list', () => {
  it('shows the owner first, then members with what they have and by whom', async () => {
    await join(ann, { role: 'viewer', keys: ['settings.view', 'report.view'] });
    const [owner, member] = (await team.listed()).members;
    expect(owner).toMatchObject({ email: 'owner@example.com', role: 'owner', is_admin: true, is_you: true });
    expect(owner?.editable).toBe(false);
    expect(member).toMatchObject({ account_key: ann.key, email: 'ann@example.com', role: 'viewer', reports: [] });
    // `report.view` is the role's anyhow.
    expect(member).toMatchObject({ keys: ['settings.view'], granted_by: 'owner@example.com', editable: true });
  });

  it('is for those who manage access only', async () => {
    await join(ann, { role: 'manager' });
    expect(errorOf(await team.ask(ann))).toBe('AccessDenied');
    expect(errorOf(await team.ask(ben))).toBe('NotFound');
    expect(errorOf(await team.ask({ browser: team.server.visitor() }))).toBe('NotSignedIn');
    await db().deleteFrom('grants').execute();
    await db().deleteFrom('invitations').execute();
    await join(ann, hostess);
    const view = dataOf<{ members: { is_you: boolean }[] }>(await team.ask(ann));
    expect(view.members.map(({ is_you }) => is_you)).toEqual([false, true]);
  });
});

describe('changing a member', () => {
  it('gives exactly the new rights, at once, and notifies the member', async () => {
    await join(ann, { role: 'manager' });
    const body = { role: null, keys: ['errors.view'], reports: ['retention'] };
    expect(errorOf(await team.ask(team.me, `/members/${ann.key}`, body))).toBe('200');
    expect(await team.member(ann)).toMatchObject(body);
    const bot = dataOf<Bot>(await ann.browser.get(`/api/bots/${team.botKey}`));
    expect(bot).toMatchObject({ role: null, permissions: ['errors.view'], reports: ['retention'] });
    expect(await loadNotifications(ann)).toEqual(['changed owner@example.com']);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'access_changed',
      actor: 'owner@example.com',
      account_key: team.me.key,
      bot_key: team.botKey,
      detail: { to: 'ann@example.com', keys: ['errors.view'], reports: ['retention'], was: { role: 'manager' } },
    });
  });

  it.each([
    ['nothing', {}, 'NothingToGrant'],
    ['an unknown role', { role: 'owner' }, 'InvalidField role'],
    ['an unknown key', { keys: ['nukes.launch'] }, 'InvalidField keys.0'],
    ['an unknown report', { reports: ['horoscope'] }, 'InvalidField reports.0'],
  ])('refuses %s', async (_name, body, expected) => {
    await join(ann, { role: 'viewer' });
    expect(errorOf(await team.ask(team.me, `/members/${ann.key}`, body))).toBe(expected);
    expect(await opens(ann)).toBe('viewer');
  });

  it('is not possible for the owner, for strangers, and for nobody', async () => {
    const body = { role: 'viewer' };
    expect(errorOf(await team.ask(team.me, `/members/${team.me.key}`, body))).toBe('CantGrantToOwner');
    expect(errorOf(await team.ask(team.me, `/members/${ben.key}`, body))).toBe('NotFound');
    expect(errorOf(await team.ask(team.me, '/members/nobody', body))).toBe('NotFound');
    expect(errorOf(await team.drop(team.me, `/members/${team.me.key}`))).toBe('CantGrantToOwner');
    expect(errorOf(await team.drop(team.me, `/members/${ben.key}`))).toBe('NotFound');
  });
});

describe('a manager of access who does not have everything', () => {
  beforeEach(() => join(ann, hostess));

  it.each([
    ['a role above their own', { role: 'analyst' }],
    ['a key that they lack', { keys: ['secure.manage'] }],
    ['a report that they may not read', { reports: ['sum_income'] }],
    ['a key that they lack, beside one that they have', { keys: ['report.view', 'errors.view'] }],
  ])('gives nobody %s', async (_name, body) => {
    await join(ben, { role: 'viewer' });
    for (const [path, payload] of [
      ['/grant', { email: 'new@example.com', ...body }],
      ['/invitations', body],
      [`/members/${ben.key}`, body],
    ] as const)
      expect(errorOf(await team.ask(ann, path, payload))).toBe('CantGrantMore');
    expect(await opens(ben)).toBe('viewer');
  });

  it('grants what they have: their role, keys and reports', async () => {
    const all = { role: 'viewer', keys: ['permissions.manage'], reports: ['retention'] };
    expect(errorOf(await team.ask(ann, '/invitations', all))).toBe('200');
  });

  it('neither changes nor revokes a member who has more', async () => {
    await join(ben, { role: 'manager' });
    expect(errorOf(await team.ask(ann, `/members/${ben.key}`, { role: 'viewer' }))).toBe('CantChangeMember');
    expect(errorOf(await team.ask(ann, '/grant', { email: ben.email, role: 'viewer' }))).toBe('CantChangeMember');
    expect(errorOf(await team.drop(ann, `/members/${ben.key}`))).toBe('CantChangeMember');
    expect(errorOf(await team.drop(ann, `/members/${team.me.key}`))).toBe('CantGrantToOwner');
    expect(await opens(ben)).toBe('manager');
    const { members } = dataOf<{ members: { editable: boolean }[] }>(await team.ask(ann));
    expect(members.map(({ editable }) => editable)).toEqual([false, false, false]);
  });

  it('cannot change their own access', async () => {
    expect(errorOf(await team.ask(ann, `/members/${ann.key}`, { role: 'viewer' }))).toBe('CantChangeMember');
    expect(errorOf(await team.drop(ann, `/members/${ann.key}`))).toBe('CantChangeMember');
    expect(await opens(ann)).toBe('viewer');
  });

  it('loses their open invitations with their access; accounts that joined by one stay', async () => {
    const link = dataOf<{ link: string }>(await team.ask(ann, '/invitations', { role: 'viewer', max_uses: 2 })).link;
    const token = new URL(link).searchParams.get('invite_token') ?? '';
    await team.init(ben.browser, token);
    expect(await opens(ben)).toBe('viewer');
    await team.drop(team.me, `/members/${ann.key}`);
    expect((await team.listed()).invitations).toEqual([]);
    const carl = await team.colleague('carl@example.com');
    expect((await team.init(carl.browser, token)).invitation?.state).toBe('revoked');
    expect([await opens(ann), await opens(ben), await opens(carl)]).toEqual(['NotFound', 'viewer', 'NotFound']);
  });

  it('keeps the invitations that they could still create when their access is reduced', async () => {
    for (const reports of [['retention'], ['visitors']]) await team.ask(ann, '/invitations', { reports });
    const body = { keys: ['permissions.manage'], reports: ['retention'] };
    await team.ask(team.me, `/members/${ann.key}`, body);
    expect((await team.listed()).invitations.map(({ reports }) => reports)).toEqual([['retention']]);
  });
});

describe('revoking', () => {
  it('takes everything with the next request, and says so', async () => {
    await join(ann, { role: 'manager', keys: ['secure.view'] });
    expect(await opens(ann)).toBe('manager');
    expect(errorOf(await team.drop(team.me, `/members/${ann.key}`))).toBe('200');
    expect(await opens(ann)).toBe('NotFound');
    expect((await team.init(ann.browser)).bots).toEqual({});
    expect((await team.listed()).members).toHaveLength(1);
    expect(await loadNotifications(ann)).toEqual(['revoked owner@example.com']);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'access_revoked',
      detail: { to: 'ann@example.com', role: 'manager', keys: ['secure.view'] },
    });
    expect(errorOf(await team.drop(team.me, `/members/${ann.key}`))).toBe('NotFound');
  });
});

describe('leaving', () => {
  it('gives one’s own access back; the owner hears of it', async () => {
    await join(ann, { keys: ['errors.view'] });
    expect(errorOf(await team.ask(ann, '/leave', {}))).toBe('200');
    expect(await opens(ann)).toBe('NotFound');
    expect(errorOf(await team.ask(ann, '/leave', {}))).toBe('NotFound');
    expect(await loadNotifications(team.me)).toEqual(['joined ann@example.com', 'left ann@example.com']);
    expect((await audited()).at(-1)).toMatchObject({ action: 'left_bot', account_key: ann.key });
  });

  it('is not for the owner', async () => {
    expect(errorOf(await team.ask(team.me, '/leave', {}))).toBe('AccessDenied');
    expect(await opens(team.me)).toBe('owner');
  });
});

describe('handing the bot on', () => {
  const transfer = (actor: Colleague, body: object) =>
    team.ask(actor, '/transfer', { bot_name: 'shop_bot', password, ...body });
  const restoreOwner = async () => {
    await db().deleteFrom('grants').execute();
    await team.server.services.bots.change(team.botKey, { account_key: team.me.key });
  };

  it('makes a member the owner; the former owner keeps nothing, or a role of their choice', async () => {
    await join(ann, { role: 'viewer' });
    expect(errorOf(await transfer(team.me, { account_key: ann.key }))).toBe('200');
    expect([await opens(ann), await opens(team.me)]).toEqual(['owner', 'NotFound']);
    expect(await db().selectFrom('grants').selectAll().execute()).toEqual([]);
    expect(await loadNotifications(ann)).toEqual(['owned owner@example.com']);
    expect((await audited()).at(-1)).toMatchObject({ action: 'ownership_transferred', detail: { to: ann.email } });
    await restoreOwner();
    await db().deleteFrom('invitations').execute();
    await join(ann, { role: 'viewer' });
    await transfer(team.me, { account_key: ann.key, stay_as: 'analyst' });
    expect([await opens(ann), await opens(team.me)]).toEqual(['owner', 'analyst']);
    const init = await team.init(team.owner);
    expect(init.bots[team.botKey]?.permissions).toEqual(permissionKeys.filter((key) => roleKeys.analyst.includes(key)));
    await restoreOwner();
  });

  it('takes the invitations of who had it along', async () => {
    await join(ann, { role: 'viewer' });
    const token = await team.token({ role: 'manager' });
    await transfer(team.me, { account_key: ann.key, stay_as: 'viewer' });
    expect((await team.init(ben.browser, token)).invitation?.state).toBe('revoked');
    await restoreOwner();
  });

  it('is the owner’s alone, to a member, with the name typed', async () => {
    await join(ann, { role: 'manager', keys: ['permissions.manage', 'secure.manage'] });
    expect(errorOf(await transfer(ann, { account_key: ann.key }))).toBe('AccessDenied');
    expect(errorOf(await transfer(ben, { account_key: ben.key }))).toBe('NotFound');
    expect(errorOf(await transfer(team.me, { account_key: ben.key }))).toBe('NotFound');
    expect(errorOf(await transfer(team.me, { account_key: team.me.key }))).toBe('CantGrantToOwner');
    expect(errorOf(await transfer(team.me, { account_key: ann.key, bot_name: 'shop' }))).toBe('InvalidField bot_name');
    expect([await opens(ann), await opens(team.me)]).toEqual(['manager', 'owner']);
  });

  it('asks for a proof that it is the owner, not someone who found the browser open', async () => {
    await join(ann, { role: 'viewer' });
    const tryTransfer = async (proof: object) => errorOf(await transfer(team.me, { account_key: ann.key, ...proof }));
    expect(await tryTransfer({ password: undefined })).toBe('ProofNeeded password');
    expect(await tryTransfer({ password: 'a guess' })).toBe('InvalidPassword password');
    expect([await opens(ann), await opens(team.me)]).toEqual(['viewer', 'owner']);
  });

  it('happens once when two tabs do it', async () => {
    await join(ann, { role: 'viewer' });
    await join(ben, { role: 'viewer' });
    const answers = await Promise.all([ann, ben].map(({ key }) => transfer(team.me, { account_key: key })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect([await opens(ann), await opens(ben)].sort()).toEqual(['owner', 'viewer']);
    await restoreOwner();
  });
});

describe('a store that fails', () => {
  /** Every write of grants or invitations fails; or, of `operation` gone, every read. */
  const failing = async (operation: 'write' | 'read', work: () => Promise<void>) => {
    const database = db();
    if (operation === 'read') await sql`ALTER TABLE invitations RENAME TO hidden`.execute(database);
    else {
      await sql`CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is gone'; END $$`.execute(
        database,
      );
      for (const table of ['grants', 'invitations'])
        await sql`CREATE TRIGGER failing BEFORE INSERT OR UPDATE OR DELETE ON ${sql.table(table)} EXECUTE FUNCTION fail()`.execute(
          database,
        );
    }
    try {
      await work();
    } finally {
      if (operation === 'read') await sql`ALTER TABLE hidden RENAME TO invitations`.execute(database);
      else await sql`DROP FUNCTION fail CASCADE`.execute(database);
    }
  };

  it('is reported by the error of the action, and nothing is half done', async () => {
    await join(ann, { role: 'viewer' });
    await team.ask(team.me, '/invitations', { role: 'viewer' });
    const [invitation] = (await team.listed()).invitations;
    const before = await audited();
    await failing('write', async () => {
      const body = { role: 'analyst' };
      expect(errorOf(await team.ask(team.me, '/grant', { email: 'x@example.com', ...body }))).toBe('SaveFailed');
      expect(errorOf(await team.ask(team.me, '/invitations', body))).toBe('SaveFailed');
      expect(errorOf(await team.ask(team.me, `/members/${ann.key}`, body))).toBe('SaveFailed');
      const hand = { account_key: ann.key, bot_name: 'shop_bot', password };
      expect(errorOf(await team.ask(team.me, '/transfer', hand))).toBe('SaveFailed');
      expect(errorOf(await team.drop(team.me, `/members/${ann.key}`))).toBe('RevokeFailed');
      expect(errorOf(await team.drop(team.me, `/invitations/${invitation?.id}`))).toBe('RevokeFailed');
      expect(errorOf(await team.ask(ann, '/leave', {}))).toBe('RevokeFailed');
    });
    expect(await audited()).toEqual(before);
    expect([await opens(ann), await opens(team.me)]).toEqual(['viewer', 'owner']);
    await failing('read', async () => expect(errorOf(await team.ask(team.me))).toBe('LoadError'));
    expect(dataOf<Init>(await team.owner.get('/api/site/init')).user?.email).toBe('owner@example.com');
  });
});
