import { readdirSync, readFileSync } from 'node:fs';
import { join as joinPath } from 'node:path';
import type { BotMembers } from '@botscope/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { toOutboxPath } from '../../platform/mail/mail.ts';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { type Colleague, startTeam, type Team } from './test-team.ts';

let team: Team;
let ann: Colleague;
beforeAll(async () => {
  team = await startTeam();
  ann = await team.colleague('ann@example.com');
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
const mailsTo = (email: string): string[] => {
  const folder = toOutboxPath(team.server.dataDir);
  const texts = readdirSync(folder).sort();
  return texts
    .map((name) => readFileSync(joinPath(folder, name), 'utf8'))
    .filter((text) => text.includes(`To: ${email}`));
};
/** Mails leave after the answer. */
const mailTo = (email: string): Promise<string> =>
  vi.waitFor(() => {
    const [mail] = mailsTo(email);
    if (mail === undefined) throw new Error(`no mail to ${email}`);
    return mail;
  });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('access by email', () => {
  it('answers the same for an account and for nobody, and lists both as invited', async () => {
    const answers = [await grant('ann@example.com'), await grant('nobody@example.com')];
    expect(answers.map(errorOf)).toEqual(['200', '200']);
    const views = answers.map((answer) => {
      const { members, invitations } = dataOf<BotMembers>(answer);
      const [newest] = invitations;
      return {
        members: members.length,
        newest: { ...newest, id: 0, email: '', link: newest?.link?.length, created_at: '', expires_at: '' },
      };
    });
    expect(views[0]).toEqual(views[1]);
    expect(await team.invited()).toEqual(
      ['nobody@example.com', 'ann@example.com'].map((email) => ({ email, role: 'viewer', uses: 0, max_uses: 1 })),
    );
    const audit = await db().selectFrom('audit').select(['action', 'detail']).orderBy('id').execute();
    expect(audit).toEqual(
      ['ann@example.com', 'nobody@example.com'].map((to) => ({
        action: 'access_granted',
        detail: { to, role: 'viewer' },
      })),
    );
    const [one, other] = [await mailTo('ann@example.com'), await mailTo('nobody@example.com')];
    const letters = (mail: string) =>
      mail
        .split('\n\n')
        .slice(1)
        .join('\n')
        .replace(/invite_token=\S+/, '');
    expect(letters(one)).toBe(letters(other));
    expect(one).toContain('https://stats.example.com/signup?invite_token=');
  });

  it('opens the bot to an account at once, and makes it a listed member when it comes', async () => {
    await grant('ANN@example.com ', { role: 'analyst' });
    expect(await opens(ann)).toBe('analyst');
    expect(await team.member(ann)).toBeUndefined();
    const init = await team.init(ann.browser);
    expect(init.notify).toEqual([
      { msg: 'You now have access to @shop_bot: owner@example.com invited you.', type: 'success' },
    ]);
    expect(Object.keys(init.bots)).toEqual([team.botKey]);
    expect(await team.invited()).toEqual([]);
    expect(await team.member(ann)).toMatchObject({ role: 'analyst', granted_by: 'owner@example.com' });
    expect((await team.init(ann.browser)).notify).toEqual([]);
    expect(await opens(ann)).toBe('analyst');
  });

  it('lets in the colleague who signs up with that email, with or without the link', async () => {
    await grant('dora@example.com', { reports: ['retention'] });
    const dora = await team.colleague('dora@example.com');
    expect(await opens(dora)).toBe('NotFound');
    const init = await team.init(dora.browser);
    expect(init.bots[team.botKey]).toMatchObject({ reports: ['retention'], role: null });
  });

  it('does not open to an email that was typed in and never proved', async () => {
    const body = { email: 'eve@example.com', password: 'correct horse battery', lang: 'en' };
    await team.server.visitor().post('/api/user/sign-in/signup', body);
    await grant('eve@example.com');
    expect(await db().selectFrom('grants').selectAll().execute()).toEqual([]);
    expect(await team.invited()).toHaveLength(1);
  });

  it('ends when nobody comes in time', async () => {
    await grant('ann@example.com');
    await db()
      .updateTable('grants')
      .set({ expires_at: daysAgo(1) })
      .execute();
    await db()
      .updateTable('invitations')
      .set({ expires_at: daysAgo(1) })
      .execute();
    expect(await opens(ann)).toBe('NotFound');
    expect((await team.init(ann.browser)).bots).toEqual({});
    expect(await team.listed()).toMatchObject({ members: [{ role: 'owner' }], invitations: [] });
  });

  it('is withdrawn with its invitation', async () => {
    await grant('ann@example.com');
    const [invitation] = (await team.listed()).invitations;
    expect(errorOf(await team.drop(team.me, `/invitations/${invitation?.id}`))).toBe('200');
    expect(await opens(ann)).toBe('NotFound');
    expect((await team.init(ann.browser)).bots).toEqual({});
    expect(errorOf(await team.drop(team.me, `/invitations/${invitation?.id}`))).toBe('NotFound');
  });

  it('ends with the account of who gave it', async () => {
    const gina = await team.colleague('gina@example.com');
    await team.join(gina, { role: 'viewer', keys: ['permissions.manage'] });
    await grant('ann@example.com', { role: 'viewer' }, gina);
    expect(await opens(ann)).toBe('viewer');
    const body = { password: 'correct horse battery' };
    expect(errorOf(await gina.browser.post('/api/user/profile/delete-account', body))).toBe('200');
    expect(await opens(ann)).toBe('NotFound');
    expect((await team.init(ann.browser)).bots).toEqual({});
  });

  it('gives the second time what it says, by the same link', async () => {
    await grant('ann@example.com', { role: 'manager' });
    const [first] = (await team.listed()).invitations;
    await grant('ann@example.com', { role: 'viewer' });
    const [second, ...rest] = (await team.listed()).invitations;
    expect(rest).toEqual([]);
    expect(second).toMatchObject({ id: first?.id, link: first?.link, role: 'viewer' });
    expect(await opens(ann)).toBe('viewer');
  });

  it('changes a member’s, without a mail', async () => {
    await team.join(ann, { role: 'viewer' });
    await grant('ann@example.com', { role: 'manager' });
    expect(await team.member(ann)).toMatchObject({ role: 'manager' });
    expect(await team.invited()).toEqual([]);
  });

  it.each([
    ['no email', '', {}, 'EmailRequired email'],
    ['only spaces', '  ', {}, 'EmailRequired email'],
    ['no email address', 'ann', {}, 'InvalidEmail email'],
    ['the owner', 'Owner@example.com', {}, 'CantGrantToOwner email'],
    ['nothing to give', 'ann@example.com', { role: null }, 'NothingToGrant'],
  ])('refuses %s', async (_name, email, body, expected) => {
    expect(errorOf(await grant(email, { role: 'viewer', ...body }))).toBe(expected);
    expect(await team.listed()).toMatchObject({ members: [{}], invitations: [] });
  });

  it('says that an email is required when the field is missing', async () => {
    expect(errorOf(await team.ask(team.me, '/grant', { role: 'viewer' }))).toBe('EmailRequired email');
  });

  it('does not flood a mailbox', async () => {
    const answers: string[] = [];
    for (let time = 0; time < 6; time += 1) {
      answers.push(errorOf(await grant('nobody@example.com')));
      await db().deleteFrom('invitations').execute();
    }
    expect(answers).toEqual([...Array(5).fill('200'), 'TooManyRequests']);
  });

  it('can be reduced however often it was changed; only further mails stay away', async () => {
    const email = 'reduced@example.com';
    for (let time = 0; time < 3; time += 1) {
      expect(errorOf(await grant(email, { role: 'manager' }))).toBe('200');
      expect(errorOf(await grant(email, { role: 'viewer' }))).toBe('200');
    }
    expect(await team.listed()).toMatchObject({ invitations: [{ email, role: 'viewer' }] });
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(5));
  });
});
