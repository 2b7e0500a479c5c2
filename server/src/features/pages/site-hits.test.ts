import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PageError, RecentSiteHit, Report, Website, WebsiteNumbers } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dataOf } from '../connections/test-world.ts';
import { hex } from './test-apps.ts';
import { botLink, newTicket, openSite, type SiteWorld, startSiteWorld } from './test-websites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: SiteWorld;
beforeAll(async () => {
  world = await startSiteWorld();
});
afterAll(() => world.server.close());

const get = async <T>({ bot_key, site_id }: Website, rest: string): Promise<T> =>
  dataOf<T>(await world.owner.get(`/api/bots/${bot_key}/websites/${site_id}/${rest}`));

describe('a hit of a website', () => {
  it('is stored with what is known of its page, of a visitor and of no user', async () => {
    const site = await world.addSite();
    const page = openSite(site, {
      r: 'https://www.google.com/search?q=secret',
      q: { utm_source: 'google' },
      vw: 1_024,
    });
    const events = [{ u: '/prices?token=1' }, { n: 'buy', val: 9.5, cur: 'eur', d: { size: 'L' } }];
    expect(await world.send(page.body(events))).toEqual({ status: 202, dropped: null });

    const [buy, view] = await world.hits(site);
    expect(view).toEqual({
      ...{ site: site.site_id, name: 'page', host: 'example.com', path: '/prices', referrer: 'www.google.com/search' },
      ...{ campaign: { utm_source: 'google' }, width: 'l', device: 'desktop', browser: 'Chrome', os: 'Windows' },
      ...{
        page: expect.stringMatching(/^[0-9a-f]{32}$/),
        visitor: expect.stringMatching(/^[0-9a-f]{16}$/),
        script: '1',
      },
    });
    expect(buy).toMatchObject({ name: 'buy', value: 9.5, unit: 'EUR', props: { size: 'L' }, visitor: view?.visitor });
    expect(buy).not.toHaveProperty('campaign');
    const rows = await world.server.services.store.query({
      sql: `SELECT DISTINCT user_id, is_action, is_contact, is_start, amount FROM events
        WHERE bot = {bot:String} AND site_id = {site:UInt32}`,
      params: { bot: world.bot, site: site.site_id },
    });
    expect(rows).toEqual([{ user_id: 0, is_action: false, is_contact: false, is_start: false, amount: 0 }]);
  });

  it('is counted once, however often it is sent', async () => {
    const site = await world.addSite();
    const body = openSite(site).body([{}, { n: 'buy' }]);
    await Promise.all([world.send(body), world.send(body)]);
    await world.send({ ...body, sent: Date.now() + 5_000 });
    expect((await world.hits(site)).map(({ name }) => name)).toEqual(['buy', 'page']);
  });

  it('has a visitor that depends on address, browser and website', async () => {
    const [site, other] = [await world.addSite(), await world.addSite()];
    const sendVisit = async (website: Website, headers: Record<string, string>) => {
      await world.send(openSite(website).body([{}]), headers);
      return (await world.hits(website)).at(-1)?.visitor;
    };
    const clientHeaders = { 'x-forwarded-for': '2001:db8:1:2::1' };
    const first = await sendVisit(site, clientHeaders);
    expect(await sendVisit(site, { 'x-forwarded-for': '2001:db8:1:2:ffff::9' })).toBe(first);
    expect(await sendVisit(site, { 'x-forwarded-for': '2001:db8:1:3::1' })).not.toBe(first);
    expect(
      await sendVisit(site, {
        ...clientHeaders,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Firefox/145.0',
      }),
    ).not.toBe(first);
    expect(await sendVisit(other, clientHeaders)).not.toBe(first);
  });

  it.each<[string, object, Record<string, string>, string]>([
    [
      'a search engine',
      {},
      { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://google.com/bot.html)' },
      'bot',
    ],
    ['a script', {}, { 'user-agent': 'curl/8.5.0' }, 'bot'],
    ['another host', { h: 'example.org' }, {}, 'origin'],
    ['no host', { h: '' }, {}, 'origin'],
    ['another origin', {}, { origin: 'https://example.org' }, 'origin'],
    ['localhost', { h: 'localhost' }, { origin: 'http://localhost:3000' }, 'origin'],
  ])('is dropped, and shown so: %s', async (_, changes, headers, dropReason) => {
    const site = await world.addSite();
    expect(await world.send(openSite(site).body([{}], changes), headers)).toEqual({ status: 202, dropped: dropReason });
    expect(await world.hits(site)).toEqual([]);
    expect(await get<RecentSiteHit[]>(site, 'recent-hits')).toMatchObject([{ name: 'page', dropped: dropReason }]);
  });

  it.each<[string, string[], string, boolean]>([
    ['www', ['example.com'], 'www.example.com', true],
    ['without www', ['www.example.com'], 'example.com', true],
    ['below a domain', ['*.example.com'], 'a.b.example.com', true],
    ['the domain itself', ['*.example.com'], 'example.com', false],
    ['a name that only ends so', ['*.example.com'], 'badexample.com', false],
    ['localhost where it is listed', ['localhost'], 'localhost', true],
  ])('may come from a page: %s', async (_, domains, h, isAllowed) => {
    const site = await world.addSite({ domains });
    const { dropped } = await world.send(openSite(site).body([{}], { h }), { origin: `https://${h}` });
    expect(dropped).toBe(isAllowed ? null : 'origin');
  });

  it('stops where the website is paused, and goes by an old key for a while', async () => {
    const site = await world.addSite();
    const sitePath = `/api/bots/${world.bot}/websites/${site.site_id}`;
    const rotated = dataOf<Website>(await world.owner.post(`${sitePath}/rotate-key`, { keep_hours: 1 }));
    expect(rotated.key).not.toBe(site.key);
    for (const { key } of [site, rotated]) expect((await world.send(openSite({ key }).body([{}]))).dropped).toBeNull();
    await world.owner.post(`${sitePath}/status`, { status: 'paused' });
    expect((await world.send(openSite(rotated).body([{}]))).dropped).toBe('paused');
    expect((await world.send(openSite({ key: hex(16) }).body([{}]))).dropped).toBe('key');
  });

  it('malformed ones go to the log, their neighbours are stored', async () => {
    const site = await world.addSite();
    expect((await world.send(openSite(site).body([{}, { id: 'x' }]))).dropped).toBe('malformed');
    expect(await world.hits(site)).toHaveLength(1);
    expect(await get<PageError[]>(site, 'errors')).toMatchObject([{ problem: 'WrongId', count: 1 }]);
  });
});

describe('privacy', () => {
  it.each<[string, object, Record<string, string>, { dropped: string | null; names: string[] }]>([
    ['the browser asks for it', { gpc: 'tickets' }, { 'sec-gpc': '1' }, { dropped: null, names: ['bot_link', 'page'] }],
    ['and nobody is counted then', { gpc: 'count_nobody' }, { 'sec-gpc': '1' }, { dropped: 'privacy', names: [] }],
    ['Do Not Track is the same', { gpc: 'count_nobody' }, { dnt: '1' }, { dropped: 'privacy', names: [] }],
    ['no consent', { consent: 'required' }, {}, { dropped: 'consent', names: ['page'] }],
  ])('no ticket is stored: %s', async (_, options, headers, expected) => {
    const site = await world.addSite({ options });
    const ticket = newTicket();
    const page = openSite(site, { r: 'google.com/', q: { utm_source: 'google' } });
    expect((await world.send(page.body([{}, botLink(ticket)]), headers)).dropped).toBe(expected.dropped);
    const hits = await world.hits(site);
    expect(hits.map(({ name }) => name).sort()).toEqual(expected.names);
    const userId = 700 + site.site_id;
    await world.starts(userId, `bsv_${ticket}`);
    expect(await world.launches(userId)).toMatchObject([{ source: '', params: {} }]);
  });

  it('a page before consent is counted without a visitor, and its source is not stored', async () => {
    const site = await world.addSite({ options: { consent: 'required' } });
    const page = openSite(site, { r: 'google.com/', q: { utm_source: 'google' } });
    await world.send(page.body([{}]));
    const [hit] = await world.hits(site);
    for (const field of ['visitor', 'referrer', 'campaign']) expect(hit).not.toHaveProperty(field);
    await world.send(page.body([{ n: 'buy' }], { ok: true }));
    expect((await world.hits(site)).map(({ visitor }) => typeof visitor).sort()).toEqual(['string', 'undefined']);
    expect(await get<WebsiteNumbers>(site, 'numbers')).toMatchObject({ visitors: 1, sessions: 1, page_views: 1 });
  });

  it('no address of a visitor is in any file, nor in a table', async () => {
    const site = await world.addSite();
    const address = '203.0.113.177';
    await world.send(openSite(site).body([{}, botLink(newTicket()), { id: 'bad' }]), { 'x-forwarded-for': address });
    await world.hits(site);
    const { dataDir, services } = world.server;
    // The event store merges its files meanwhile: where one is gone, all are listed and read again.
    const bytes = await vi.waitFor(() => {
      const files = readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)));
      return files.filter((path) => statSync(path).isFile()).map((path) => ({ path, text: readFileSync(path) }));
    });
    expect(bytes.length).toBeGreaterThan(10);
    expect(bytes.filter(({ text }) => text.includes(address)).map(({ path }) => path)).toEqual([]);
    const rows = await services.store.query<{ payload: string }>({
      sql: "SELECT payload FROM events WHERE bot = {bot:String} AND kind = 'site_hit'",
      params: { bot: world.bot },
    });
    expect(rows.filter(({ payload }) => payload.includes('203.0.113'))).toEqual([]);
    expect(JSON.stringify(await get<RecentSiteHit[]>(site, 'recent-hits'))).not.toContain('203.0.113');
  });
});

it('numbers: visitors, sessions and what they did', async () => {
  const site = await world.addSite();
  const halfHour = 30 * 60_000;
  const t = Date.now() - 3 * halfHour;
  const visit = (address: string, events: readonly object[]) =>
    world.send(openSite(site).body(events), { 'x-forwarded-for': address });
  // Two sessions of one visitor: the pause is exactly half an hour.
  await visit('192.0.2.1', [{ t }, { t: t + 1_000, n: 'visible', d: { engaged: 1_000 } }, { t: t + 1_000 + halfHour }]);
  await visit('192.0.2.2', [{ t }, { t: t + halfHour - 1, u: '/prices' }, botLink(newTicket(), { t: t + halfHour })]);
  await world.hits(site);
  expect(await get<WebsiteNumbers>(site, 'numbers')).toMatchObject({
    ...{ visitors: 2, sessions: 3, page_views: 4, bot_clicks: 1, tickets: 1, claimed: 0 },
    last_hit_at: expect.stringMatching(/^20/),
    names: [
      { name: 'page', hits: 4 },
      { name: 'bot_link', hits: 1 },
      { name: 'visible', hits: 1 },
    ],
  });
});

it('is in no report about the bot, whose data do not begin with it', async () => {
  const site = await world.addSite({ bot: world.otherBot });
  await world.send(openSite(site).body([{}, { n: 'buy' }]));
  expect(await world.hits(site)).toHaveLength(2);
  const query = 'period=7d&detail=day';
  for (const type of ['event_stat', 'visitors', 'new_users', 'messages_from_user', 'web_sessions', 'utm_summary']) {
    const report = dataOf<Report>(await world.owner.get(`/api/reports/${world.otherBot}/${type}?${query}`));
    expect(report.data_since).toBeUndefined();
    const totals = report.table?.totals ?? report.lines.map(({ total }) => total);
    expect([type, totals.filter((total) => total !== null && total !== 0)]).toEqual([type, []]);
  }
});
