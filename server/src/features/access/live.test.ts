import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestVisitor } from '../../roles/test-server.ts';
import { openStream } from '../../roles/test-stream.ts';
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
beforeEach(async () => {
  for (const table of ['grants', 'invitations'] as const)
    await team.server.services.metadata.db.deleteFrom(table).execute();
});

const listen = (visitor: TestVisitor, path: string) => openStream(team.server.url, visitor, path);

describe('an open page of a bot', () => {
  const open = ({ browser }: Pick<Colleague, 'browser'>) => listen(browser, `bots/${team.botKey}/live`);

  it('follows what its reader may do', async () => {
    await team.join(ann, { role: 'viewer' });
    const page = await open(ann);
    expect((await page.next()).data).toMatchObject({ role: 'viewer' });
    await team.ask(team.me, `/members/${ann.key}`, { keys: ['errors.view'] });
    expect(await page.next()).toMatchObject({ event: 'bot', data: { role: null, permissions: ['errors.view'] } });
    // Later events follow the new rights.
    await team.owner.post(`/api/bots/${team.botKey}/rename`, { bot_name: 'store_bot' });
    expect((await page.next()).data).toMatchObject({ bot_name: 'store_bot', permissions: ['errors.view'] });
    await team.owner.post(`/api/bots/${team.botKey}/rename`, { bot_name: 'shop_bot' });
    page.leave();
  });

  it('ends when access is revoked; the pages of others go on', async () => {
    await team.join(ann, { role: 'viewer' });
    await team.join(ben, { role: 'viewer' });
    const [hers, his, myPage] = await Promise.all([open(ann), open(ben), open(team.me)]);
    for (const page of [hers, his, myPage]) expect((await page.next()).event).toBe('bot');
    await team.drop(team.me, `/members/${ann.key}`);
    expect([await hers.next(), await hers.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
    await team.owner.post(`/api/bots/${team.botKey}/rename`, { bot_name: 'store_bot' });
    expect((await his.next()).data).toMatchObject({ bot_name: 'store_bot', role: 'viewer' });
    expect((await myPage.next()).data).toMatchObject({ bot_name: 'store_bot', role: 'owner' });
    await team.owner.post(`/api/bots/${team.botKey}/rename`, { bot_name: 'shop_bot' });
    for (const page of [his, myPage]) page.leave();
  });

  it('ends when the member leaves, and when an invitation that was not accepted is withdrawn', async () => {
    await team.join(ann, { role: 'viewer' });
    await team.ask(team.me, '/grant', { email: ben.email, role: 'viewer' });
    const [hers, his] = await Promise.all([open(ann), open(ben)]);
    for (const page of [hers, his]) expect((await page.next()).event).toBe('bot');
    await team.ask(ann, '/leave', {});
    expect((await hers.next()).event).toBe('gone');
    const [invitation] = (await team.listed()).invitations.filter(({ email }) => email === ben.email);
    await team.drop(team.me, `/invitations/${invitation?.id}`);
    expect([await his.next(), await his.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
  });

  it('follows a change of owners on both sides', async () => {
    await team.join(ann, { role: 'viewer' });
    const [hers, myPage] = await Promise.all([open(ann), open(team.me)]);
    for (const page of [hers, myPage]) await page.next();
    const body = { account_key: ann.key, bot_name: 'shop_bot', password };
    await team.ask(team.me, '/transfer', body);
    const last = async (page: typeof hers, matches: (found: Awaited<ReturnType<typeof hers.next>>) => boolean) => {
      for (;;) {
        const message = await page.next();
        if (matches(message) || message.event === 'end') return message;
      }
    };
    expect((await last(hers, ({ data }) => data.role === 'owner')).event).toBe('bot');
    expect((await last(myPage, ({ event }) => event === 'gone')).event).toBe('gone');
    await team.server.services.bots.change(team.botKey, { account_key: team.me.key });
    hers.leave();
  });
});

describe('signing out', () => {
  it('hears nothing more, in this browser', async () => {
    const dora = await team.colleague('dora@example.com');
    await team.join(dora, { role: 'viewer' });
    const other = team.server.visitor();
    await other.post('/api/user/sign-in/login', { identity: dora.email, password: 'correct horse battery' });
    const [page, notifications, elsewhere] = await Promise.all([
      listen(dora.browser, `bots/${team.botKey}/live`),
      listen(dora.browser, 'notifications/live'),
      listen(other, 'notifications/live'),
    ]);
    for (const stream of [page, notifications, elsewhere]) await stream.next();
    await dora.browser.post('/api/user/sign-in/logout');
    for (const stream of [page, notifications])
      expect([await stream.next(), await stream.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
    await other.post('/api/notifications/read', { up_to: 0 });
    expect((await elsewhere.next()).event).toBe('notifications');
    elsewhere.leave();
  });

  it('is cut off when the account is gone', async () => {
    const eve = await team.colleague('eve@example.com');
    const notifications = await listen(eve.browser, 'notifications/live');
    await notifications.next();
    await team.server.services.metadata.db.deleteFrom('accounts').where('id', '=', eve.key).execute();
    team.server.services.accessChanges.changed(eve.key);
    expect([await notifications.next(), await notifications.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
  });
});
