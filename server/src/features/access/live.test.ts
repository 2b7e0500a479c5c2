import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestVisitor } from '../../roles/test-server.ts';
import { openStream } from '../../roles/test-stream.ts';
import { type People, type Person, password, startPeople } from './test-people.ts';

let people: People;
let ann: Person;
let ben: Person;
beforeAll(async () => {
  people = await startPeople();
  ann = await people.person('ann@example.com');
  ben = await people.person('ben@example.com');
});
afterAll(() => people.close());
beforeEach(async () => {
  for (const table of ['grants', 'invitations'] as const)
    await people.server.services.metadata.db.deleteFrom(table).execute();
});

const listen = (visitor: TestVisitor, path: string) => openStream(people.server.url, visitor, path);

describe('an open page of a bot', () => {
  const open = ({ browser }: Pick<Person, 'browser'>) => listen(browser, `bots/${people.botKey}/live`);

  it('follows what its reader may do', async () => {
    await people.join(ann, { role: 'viewer' });
    const page = await open(ann);
    expect((await page.next()).data).toMatchObject({ role: 'viewer' });
    await people.ask(people.me, `/members/${ann.key}`, { keys: ['errors.view'] });
    expect(await page.next()).toMatchObject({ event: 'bot', data: { role: null, permissions: ['errors.view'] } });
    // Later events follow the new rights.
    await people.owner.post(`/api/bots/${people.botKey}/rename`, { bot_name: 'store_bot' });
    expect((await page.next()).data).toMatchObject({ bot_name: 'store_bot', permissions: ['errors.view'] });
    await people.owner.post(`/api/bots/${people.botKey}/rename`, { bot_name: 'shop_bot' });
    page.leave();
  });

  it('ends when access is revoked; the pages of others go on', async () => {
    await people.join(ann, { role: 'viewer' });
    await people.join(ben, { role: 'viewer' });
    const [hers, his, myPage] = await Promise.all([open(ann), open(ben), open(people.me)]);
    for (const page of [hers, his, myPage]) expect((await page.next()).event).toBe('bot');
    await people.drop(people.me, `/members/${ann.key}`);
    expect([await hers.next(), await hers.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
    await people.owner.post(`/api/bots/${people.botKey}/rename`, { bot_name: 'store_bot' });
    expect((await his.next()).data).toMatchObject({ bot_name: 'store_bot', role: 'viewer' });
    expect((await myPage.next()).data).toMatchObject({ bot_name: 'store_bot', role: 'owner' });
    await people.owner.post(`/api/bots/${people.botKey}/rename`, { bot_name: 'shop_bot' });
    for (const page of [his, myPage]) page.leave();
  });

  it('ends when the member leaves, and when an invitation that was not accepted is withdrawn', async () => {
    await people.join(ann, { role: 'viewer' });
    await people.ask(people.me, '/grant', { email: ben.email, role: 'viewer' });
    const [hers, his] = await Promise.all([open(ann), open(ben)]);
    for (const page of [hers, his]) expect((await page.next()).event).toBe('bot');
    await people.ask(ann, '/leave', {});
    expect((await hers.next()).event).toBe('gone');
    const [invitation] = (await people.listed()).invitations.filter(({ email }) => email === ben.email);
    await people.drop(people.me, `/invitations/${invitation?.id}`);
    expect([await his.next(), await his.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
  });

  it('follows a change of owners on both sides', async () => {
    await people.join(ann, { role: 'viewer' });
    const [hers, myPage] = await Promise.all([open(ann), open(people.me)]);
    for (const page of [hers, myPage]) await page.next();
    const body = { account_key: ann.key, bot_name: 'shop_bot', password };
    await people.ask(people.me, '/transfer', body);
    const last = async (page: typeof hers, matches: (found: Awaited<ReturnType<typeof hers.next>>) => boolean) => {
      for (;;) {
        const message = await page.next();
        if (matches(message) || message.event === 'end') return message;
      }
    };
    expect((await last(hers, ({ data }) => data.role === 'owner')).event).toBe('bot');
    expect((await last(myPage, ({ event }) => event === 'gone')).event).toBe('gone');
    await people.server.services.bots.change(people.botKey, { account_key: people.me.key });
    hers.leave();
  });
});

describe('signing out', () => {
  it('hears nothing more, in this browser', async () => {
    const dora = await people.person('dora@example.com');
    await people.join(dora, { role: 'viewer' });
    const other = people.server.visitor();
    await other.post('/api/user/sign-in/login', { identity: dora.email, password: 'correct horse battery' });
    const [page, notifications, elsewhere] = await Promise.all([
      listen(dora.browser, `bots/${people.botKey}/live`),
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
    const eve = await people.person('eve@example.com');
    const notifications = await listen(eve.browser, 'notifications/live');
    await notifications.next();
    await people.server.services.metadata.db.deleteFrom('accounts').where('id', '=', eve.key).execute();
    people.server.services.accessChanges.changed(eve.key);
    expect([await notifications.next(), await notifications.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
  });
});
