import type { AuditPage, Website } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataOf, errorOf } from '../connections/test-world.ts';
import { forgetRemoved } from './forget-removed.ts';
import { botLink, defaults, newTicket, openSite, type SiteWorld, startSiteWorld } from './test-websites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: SiteWorld;
beforeAll(async () => {
  world = await startSiteWorld();
});
afterAll(() => world.server.close());

const sitesPath = (rest = '', bot = world.bot) => `/api/bots/${bot}/websites${rest}`;
const create = (draft: object, bot = world.bot) => world.owner.post(sitesPath('', bot), draft);

it('websites are added, listed and changed; one name is one website, in whatever case', async () => {
  const draft = { name: ' Shop ', domains: ['https://Example.com/shop?x=1', '*.пример.рф', 'example.com:8080'] };
  const site = dataOf<Website>(await create(draft));
  expect(site).toEqual({
    ...{ site_id: expect.any(Number), bot_key: world.bot, name: 'Shop', status: 'enabled', old_key_until: null },
    ...{ key: expect.stringMatching(/^[0-9a-f]{32}$/), created_at: expect.any(String) },
    // The bot's rules cut payloads into parameters, so that readable links are of use.
    options: { ...defaults, link_mode: 'readable' },
    domains: ['example.com', '*.xn--e1afmkfd.xn--p1ai'],
  });
  expect(errorOf(await create({ name: 'SHOP', domains: ['a.com'] }))).toBe('SiteAlreadyExists name');
  const other = dataOf<Website>(await create({ ...draft, name: 'Blog' }));
  expect(errorOf(await world.owner.post(sitesPath(`/${other.site_id}`), { ...other, name: 'shop' }))).toBe(
    'SiteAlreadyExists name',
  );
  const options = { ...site.options, consent: 'required' as const, gpc: 'count_nobody' as const };
  const changedSite = dataOf<Website>(
    await world.owner.post(sitesPath(`/${site.site_id}`), { name: 'shop', domains: ['localhost'], options }),
  );
  expect(changedSite).toEqual({ ...site, name: 'shop', domains: ['localhost'], options });
  expect(dataOf(await world.owner.get(sitesPath(`/${site.site_id}`)))).toEqual(changedSite);
  const foreignSite = dataOf<Website>(await create({ ...draft, name: 'Shop' }, world.otherBot));
  const loadIds = async (path: string) => dataOf<Website[]>(await world.owner.get(path)).map(({ site_id }) => site_id);
  expect(await loadIds(sitesPath())).toEqual([other.site_id, site.site_id]);
  expect(await loadIds('/api/websites')).toEqual([foreignSite.site_id, other.site_id, site.site_id]);
  expect(errorOf(await world.owner.get(sitesPath(`/${foreignSite.site_id}`)))).toBe('NotFound site_id');
  expect((await world.server.visitor().get(sitesPath())).status).toBe(401);
});

it('a bot whose payloads are not cut gets tickets', async () => {
  const { bots } = world.server.services;
  await bots.change(world.otherBot, { start_rules: null });
  const site = dataOf<Website>(await create({ name: 'Whole', domains: ['a.com'] }, world.otherBot));
  expect(site.options.link_mode).toBe('ticket');
});

it.each<[string, object, string]>([
  ['no domain', { domains: [] }, 'domains'],
  ['21 domains', { domains: Array.from({ length: 21 }, (_, index) => `a${index}.com`) }, 'domains'],
  ['a star in the middle', { domains: ['a.*.com'] }, 'domains'],
  ['a path alone', { domains: ['/shop'] }, 'domains'],
  ['no name', { name: ' ' }, 'name'],
  ['a payload that would be changed', { options: { ...defaults, decorate_links: { payload: true } } }, 'options'],
])('is refused: %s', async (_, change, field) => {
  const answer = errorOf(await create({ name: 'Refused', domains: ['a.com'], ...change }));
  expect(answer).toContain(field);
});

it('a website is removed with what it has reported and its tickets; the others keep theirs', async () => {
  const [site, other] = [await world.addSite(), await world.addSite()];
  const ticket = newTicket();
  for (const each of [site, other]) await world.send(openSite(each).body([{}]));
  await world.send(openSite(site).body([botLink(ticket)]));
  expect(await world.hits(site)).toHaveLength(2);

  const remove = (name: string) => world.owner.delete(sitesPath(`/${site.site_id}`), { name });
  expect(errorOf(await remove('x'))).toBe('InvalidField name');
  expect((await remove(site.name)).status).toBe(200);
  expect((await world.send(openSite(site).body([{}]))).dropped).toBe('key');
  expect(errorOf(await world.owner.get(sitesPath(`/${site.site_id}`)))).toBe('NotFound site_id');

  const { metadata, store, logger } = world.server.services;
  const tickets = await metadata.db.selectFrom('site_tickets').select('ticket').execute();
  expect(tickets.map((row) => row.ticket)).not.toContain(ticket);
  const deps = { store, metadata, logger };
  expect(await forgetRemoved({ ...deps, haveStored: async () => false })).toBe(0);
  expect(await world.hits(site)).toEqual([]);
  expect(await world.hits(other)).toHaveLength(1);
  expect(await forgetRemoved({ ...deps, haveStored: async () => true })).toBe(1);
  expect(await forgetRemoved({ ...deps, haveStored: async () => true })).toBe(0);
});

it('the log of the bot says what was done with its websites', async () => {
  const site = await world.addSite({ bot: world.otherBot });
  await world.owner.post(sitesPath(`/${site.site_id}/status`, world.otherBot), { status: 'archived' });
  await world.owner.delete(sitesPath(`/${site.site_id}`, world.otherBot), { name: site.name });
  const { entries } = dataOf<AuditPage>(await world.owner.get(`/api/bots/${world.otherBot}/audit`));
  expect(entries.slice(0, 3).map(({ action, detail }) => [action, detail])).toEqual([
    ['website_removed', { name: site.name }],
    ['website_changed', { name: site.name, status: 'archived' }],
    ['website_added', { name: site.name }],
  ]);
});

it('a bot has 100 websites at most, and the answer says so', async () => {
  const add = (name: string) => create({ name, domains: ['a.com'] }, world.otherBot);
  const before = dataOf<Website[]>(await world.owner.get(sitesPath('', world.otherBot))).length;
  for (let number = before + 1; number <= 100; number += 1) expect((await add(`Site no. ${number}`)).status).toBe(200);
  const refusedAnswer = await add('Site no. 101');
  expect([refusedAnswer.status, errorOf(refusedAnswer)]).toEqual([400, 'TooManyWebsites']);
  const [newest] = dataOf<Website[]>(await world.owner.get(sitesPath('', world.otherBot)));
  await world.owner.delete(sitesPath(`/${newest?.site_id}`, world.otherBot), { name: newest?.name });
  expect((await add('Site no. 101')).status).toBe(200);
});
