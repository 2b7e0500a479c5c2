import { createHash, createHmac } from 'node:crypto';
import type { RecentSiteHit, Target, Website } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayMs } from '../../platform/time-units.ts';
import { dataOf } from '../connections/test-world.ts';
import { forgetRemoved } from './forget-removed.ts';
import { token } from './test-apps.ts';
import { openSite, type SiteWorld, startSiteWorld } from './test-websites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: SiteWorld;
let site: Website;
beforeAll(async () => {
  world = await startSiteWorld();
  site = await world.addSite({ options: { know_users: true } });
});
afterAll(() => world.server.close());

let lastUser = 900;
async function newUser(): Promise<number> {
  lastUser += 1;
  await world.starts(lastUser, '');
  return lastUser;
}

const link = (user_id: unknown, url: unknown) =>
  world.server.visitor().post('/v1/site-visitor-link', { user_id, url }, { 'api-key': world.apiKey });
const linkFor = async (userId: number, url = 'https://example.com/prices'): Promise<string> => {
  const { body } = await link(userId, url);
  return (body as { result: { url: string } }).result.url;
};
/** Extracts the part of an address that the script sends. */
const proofIn = (url: string): string => /bsu=[^&#]*/.exec(url)?.[0] ?? '';

/** Name and page of what users did on websites, by time. */
async function loadActivity(userId: number): Promise<string[]> {
  const { store } = world.server.services;
  await store.flush();
  const rows = await store.query<{ name: string; payload: string }>({
    sql: `SELECT name, payload FROM events FINAL
      WHERE bot = {bot:String} AND kind = 'site_event' AND user_id = {user:Int64} ORDER BY time, name`,
    params: { bot: world.bot, user: userId },
  });
  return rows.map(({ name, payload }) => {
    const { host, path } = (JSON.parse(payload) as { site_event: { host: string; path: string } }).site_event;
    return `${name} ${host}${path}`;
  });
}

function login(userId: number): string {
  const fields = { id: String(userId), first_name: 'Anna', auth_date: String(Math.floor(Date.now() / 1_000)) };
  const signed = `auth_date=${fields.auth_date}\nfirst_name=${fields.first_name}\nid=${fields.id}`;
  const hash = createHmac('sha256', createHash('sha256').update(token).digest()).update(signed).digest('hex');
  return String(new URLSearchParams({ ...fields, hash }));
}

describe('an address for one user', () => {
  it.each([
    ['https://example.com/prices', /^https:\/\/example\.com\/prices#bsu=v1\.[\w-]+$/],
    ['https://www.example.com/prices?a=1', /^https:\/\/www\.example\.com\/prices\?a=1#bsu=v1\.[\w-]+$/],
    ['https://example.com/#/prices', /^https:\/\/example\.com\/\?bsu=v1\.[\w-]+#\/prices$/],
    ['https://example.com/?a=1#top', /^https:\/\/example\.com\/\?a=1&bsu=v1\.[\w-]+#top$/],
  ])('%s', async (url, expected) => {
    const { status, body } = await link(901, url);
    expect({ status, body }).toEqual({
      status: 200,
      body: { ok: true, result: { url: expect.stringMatching(expected), expires_in: 600 } },
    });
  });

  it.each([
    [901, 'https://evil.example', 'url'],
    [901, 'javascript:alert(1)', 'url'],
    [901, 'example.com', 'url'],
    [901, undefined, 'url'],
    ['901', 'https://example.com', 'user_id'],
    [-5, 'https://example.com', 'user_id'],
  ])('is none for %s and %s', async (userId, url, field) => {
    const { status, body } = await link(userId, url);
    expect([status, Object.keys((body as { error: object }).error)]).toEqual([400, [field]]);
  });

  it('is only for the bot itself', async () => {
    const answer = await world.server
      .visitor()
      .post('/v1/site-visitor-link', { user_id: 1, url: 'https://example.com' });
    expect(answer.status).toBe(401);
  });
});

describe('a visit with a proof', () => {
  it.each([
    ['of our code', async (userId: number) => proofIn(await linkFor(userId))],
    ['of a login_url button', async (userId: number) => login(userId)],
  ])('%s is the user’s, as long as the tab goes on', async (_, proofFor) => {
    const userId = await newUser();
    const startedAt = Date.now() - 10_000;
    const page = openSite(site, { u: await proofFor(userId) });
    const first = page.body([
      { u: '/prices', t: startedAt },
      { n: 'visible', t: startedAt + 1_000, d: { engaged: 5 } },
    ]);
    for (const body of [first, first]) expect(await world.send(body)).toEqual({ status: 202, dropped: null });
    await world.send(
      page.body(
        [
          { u: '/order', t: startedAt + 2_000 },
          { n: 'order', u: '/order', t: startedAt + 3_000 },
        ],
        { u: 'known' },
      ),
    );
    expect(await loadActivity(userId)).toEqual([
      'page example.com/prices',
      'page example.com/order',
      'order example.com/order',
    ]);
  });

  it('leaves what is counted of visitors as it is, and no way from them to the user', async () => {
    const ownSite = await world.addSite({ options: { know_users: true } });
    const page = openSite(ownSite, { u: proofIn(await linkFor(await newUser())) });
    await world.send(page.body([{ u: '/prices' }]));
    const recent = await world.owner.get(`/api/bots/${ownSite.bot_key}/websites/${ownSite.site_id}/recent-hits`);
    expect(dataOf<RecentSiteHit[]>(recent).map(({ path, user_id, visitor }) => [path, user_id, visitor])).toEqual([
      ['/prices', lastUser, ''],
    ]);
    const [hit] = await world.hits(ownSite);
    expect(hit).toMatchObject({ name: 'page', path: '/prices', visitor: expect.any(String) });
    expect(hit).not.toHaveProperty('page');
  });

  it('is shown as a visitor’s to a colleague who may not see the list of users', async () => {
    const ownSite = await world.addSite({ options: { know_users: true } });
    await world.send(openSite(ownSite, { u: proofIn(await linkFor(await newUser())) }).body([{ u: '/prices' }]));
    const credentials = { email: 'colleague@example.com', password: 'correct horse battery' };
    await world.server.services.accounts.createAccount(credentials);
    const grant = { email: credentials.email, role: null, keys: ['webapp.view'], reports: [] };
    expect((await world.owner.post(`/api/bots/${ownSite.bot_key}/permissions/grant`, grant)).status).toBe(200);
    const colleague = world.server.visitor();
    await colleague.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
    const recent = await colleague.get(`/api/bots/${ownSite.bot_key}/websites/${ownSite.site_id}/recent-hits`);
    expect(dataOf<RecentSiteHit[]>(recent)).toMatchObject([
      { path: '/prices', user_id: null, visitor: expect.stringMatching(/^[0-9a-f]{8}$/) },
    ]);
  });

  it('is nobody’s where another visit had the proof before', async () => {
    const userId = await newUser();
    const u = proofIn(await linkFor(userId));
    await world.send(openSite(site, { u }).body([{ u: '/first' }]));
    await world.send(openSite(site, { u }).body([{ u: '/second' }]));
    await world.send(openSite(site, { u: 'known' }).body([{ u: '/third' }]));
    expect(await loadActivity(userId)).toEqual(['page example.com/first']);
  });

  it.each([
    ['the website does not recognise users', { know_users: false }, {}, {}],
    ['the browser asks for privacy', { know_users: true }, { 'sec-gpc': '1' }, {}],
    ['the visitor has not consented', { know_users: true, consent: 'required' as const }, {}, { ok: false }],
  ])('is nobody’s where %s', async (_, options, headers, fields) => {
    const [ownSite, userId] = [await world.addSite({ options }), await newUser()];
    const page = openSite(ownSite, { u: proofIn(await linkFor(userId)), ...fields });
    await world.send(page.body([{ u: '/prices' }]), headers);
    expect(await loadActivity(userId)).toEqual([]);
  });

  it('is nobody’s a day later, and after the user is erased', async () => {
    const [lateUser, erased] = [await newUser(), await newUser()];
    const pages = new Map<number, ReturnType<typeof openSite>>();
    for (const userId of [lateUser, erased]) {
      const page = openSite(site, { u: proofIn(await linkFor(userId)) });
      await world.send(page.body([{ u: '/before' }]));
      pages.set(userId, page);
    }
    const { bus, metadata } = world.server.services;
    const yesterday = { proven_at: new Date(Date.now() - dayMs - 1_000) };
    await metadata.db.updateTable('known_site_visits').set(yesterday).where('user_id', '=', lateUser).execute();
    bus.publish('pages-changed', world.bot);
    const path = `/api/bots/${world.bot}/erasures`;
    expect((await world.owner.post(path, { user_ids: [erased], mode: 'erase' })).status).toBe(200);
    await vi.waitUntil(async () => (await loadActivity(erased)).length === 0, { timeout: 20_000 });
    for (const [, page] of pages) await world.send(page.body([{ u: '/after' }], { u: 'known' }));
    expect([await loadActivity(lateUser), await loadActivity(erased)]).toEqual([['page example.com/before'], []]);
  });
});

it('a user’s actions on a website are in the history, a target counts them, and they go with the website', async () => {
  const [ownSite, userId] = [await world.addSite({ options: { know_users: true } }), await newUser()];
  const page = openSite(ownSite, { u: proofIn(await linkFor(userId)) });
  await world.send(page.body([{ u: '/cart' }, { n: 'order', u: '/cart' }]));
  await world.server.services.store.flush();

  const botPath = `/api/bots/${world.bot}`;
  const notes = async () => {
    const { items } = dataOf<{ items: { type: string; note?: string; name?: string; text?: string }[] }>(
      await world.owner.get(`${botPath}/users/${userId}/messages`),
    );
    return items.flatMap(({ type, note, text }) => (type === 'note' ? [`${note} ${text}`] : []));
  };
  expect((await notes()).toSorted()).toEqual(['site_event example.com/cart', 'site_page example.com/cart']);
  const log = dataOf<{ events: { name: string }[] }>(await world.owner.get(`${botPath}/users/${userId}/log?kind=site`));
  expect(log.events.map(({ name }) => name).toSorted()).toEqual(['order', 'page']);

  const draft = { name: 'Orders', trigger: { kind: 'site_event', name: 'order' }, value: { kind: 'none' } };
  const target = dataOf<Target>(await world.owner.post(`${botPath}/targets`, draft));
  // With the two who ordered above.
  expect(target).toMatchObject({ count: 3, users: 3 });

  await world.owner.delete(`${botPath}/websites/${ownSite.site_id}`, { name: ownSite.name });
  const { metadata, store, logger } = world.server.services;
  const deps = { store, metadata, logger };
  expect(await forgetRemoved({ ...deps, haveStored: async () => true })).toBe(1);
  expect(await notes()).toEqual([]);
});
