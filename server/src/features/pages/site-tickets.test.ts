import type { Website } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hitEvent } from '../../events/normalize/hit-event.ts';
import { defaultStartRules } from '../../events/normalize/start-payload.ts';
import { dayMs } from '../../platform/time-units.ts';
import { botLink, newTicket, openSite, type SiteWorld, startSiteWorld } from './test-websites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let world: SiteWorld;
let site: Website;
beforeAll(async () => {
  world = await startSiteWorld();
  site = await world.addSite();
});
afterAll(() => world.server.close());

let lastUser = 800;
const newUser = (): number => {
  lastUser += 1;
  return lastUser;
};

const ages = (ticket: string) =>
  world.server.services.metadata.db
    .updateTable('site_tickets')
    .set({ made_at: new Date(Date.now() - 31 * dayMs) })
    .where('ticket', '=', ticket)
    .execute();

/** The steps of a ticket's life; each user has a letter. */
type Step =
  | 'click'
  | 'click again'
  | `${'a' | 'b'} starts`
  | `a starts other bot`
  | 'a is erased'
  | '31 days pass'
  | 'removed';

/**
 * | steps                          | a has the visit's source | b has it |
 * |--------------------------------|--------------------------|----------|
 * | click, a starts                | yes                      |          |
 * | a starts, click                | yes, corrected           |          |
 * | a starts twice, click          | both times               |          |
 * | click, a starts twice          | both times               |          |
 * | click twice, a starts          | that of the first click  |          |
 * | click, a and b start           | yes                      | no       |
 * | a and b start, click           | yes                      | no       |
 * | click, a starts 31 days later  | no                       |          |
 * | click, a starts another bot    | no                       |          |
 * | click, a starts, a is erased, b starts | gone             | no       |
 * | click, the website is removed, a starts | no              |          |
 */
const table: [string, Step[], a: string[], b: string[]][] = [
  ['a click, then a start', ['click', 'a starts'], ['google'], []],
  ['a start, then the click arrives', ['a starts', 'click'], ['google'], []],
  ['two starts, then the click', ['a starts', 'a starts', 'click'], ['google', 'google'], []],
  ['a click, then two starts', ['click', 'a starts', 'a starts'], ['google', 'google'], []],
  ['the click is sent again with another source', ['click', 'click again', 'a starts'], ['google'], []],
  ['the click is sent again after the start', ['click', 'a starts', 'click again'], ['google'], []],
  ['another user has the same link', ['click', 'a starts', 'b starts'], ['google'], ['']],
  ['both start before the click', ['a starts', 'b starts', 'click'], ['google'], ['']],
  ['31 days later', ['click', '31 days pass', 'a starts'], [''], []],
  ['another bot', ['click', 'a starts other bot'], [''], []],
  ['whose user was erased', ['click', 'a starts', 'a is erased', 'b starts'], ['google'], ['']],
  ['of a website that was removed', ['click', 'removed', 'a starts'], [''], []],
];

describe('a ticket', () => {
  it.each(table)('%s', async (_, steps, ofA, ofB) => {
    const ownSite = steps.includes('removed') ? await world.addSite() : site;
    const [a, b, ticket] = [newUser(), newUser(), newTicket()];
    const payload = `bsv_${ticket}`;
    const click = (source: string) =>
      world.send(
        openSite(ownSite, { q: { utm_source: source, utm_medium: 'cpc' } }).body([{ u: '/prices' }, botLink(ticket)]),
      );
    const isOther = steps.includes('a starts other bot');
    for (const step of steps) {
      if (step === 'click') expect(await click('google')).toEqual({ status: 202, dropped: null });
      else if (step === 'click again') await click('rival');
      else if (step === 'a starts') await world.starts(a, payload);
      else if (step === 'b starts') await world.starts(b, payload);
      else if (step === 'a starts other bot') await world.starts(a, payload, { bot: world.otherBot });
      else if (step === '31 days pass') await ages(ticket);
      else if (step === 'a is erased') await world.server.services.siteTickets.erase(world.bot, [a]);
      else await world.owner.delete(`/api/bots/${ownSite.bot_key}/websites/${ownSite.site_id}`, { name: ownSite.name });
    }
    const launches = await world.launches(a, isOther ? world.otherBot : world.bot);
    expect(launches).toEqual(
      ofA.map((source) => ({
        ...{ source, start_payload: payload },
        params: source === '' ? {} : { source, medium: 'cpc' },
      })),
    );
    expect((await world.launches(b)).map(({ source }) => source)).toEqual(ofB);
  });

  it('counts for the user’s sources as a readable link does, and a correction reaches them', async () => {
    const [readable, earlyUser, lateUser] = [newUser(), newUser(), newUser()];
    const q = { utm_source: 'google', utm_medium: 'cpc' };
    const tickets = [newTicket(), newTicket()];
    await world.starts(lateUser, `bsv_${tickets[1]}`);
    for (const ticket of tickets) await world.send(openSite(site, { q }).body([{}, botLink(ticket)]));
    await world.starts(earlyUser, `bsv_${tickets[0]}`);
    await world.starts(readable, 'source-google_medium-cpc');
    const [one, earlyLaunches, three] = [
      await world.launches(readable),
      await world.launches(earlyUser),
      await world.launches(lateUser),
    ];
    for (const other of [earlyLaunches, three]) {
      expect(other).toMatchObject(one.map(({ source, params }) => ({ source, params })));
      expect(other).toHaveLength(1);
    }
    const { store } = world.server.services;
    await store.rollUp(world.bot, 0);
    const users = await store.query({
      sql: `SELECT DISTINCT tupleElement(first_source, 'source') AS first, tupleElement(last_source, 'source') AS last
        FROM users FINAL WHERE bot = {bot:String} AND user_id IN {users:Array(Int64)}`,
      params: { bot: world.bot, users: [readable, earlyUser, lateUser] },
    });
    expect(users).toEqual([{ first: 'google', last: 'google' }]);
  });

  it('carries where the visit began, although the page that has the link was loaded without it', async () => {
    const from = { 'x-forwarded-for': '192.0.2.77' };
    const [user, ticket] = [newUser(), newTicket()];
    await world.send(openSite(site, { r: 'news.example.org/a' }).body([{ u: '/first' }]), from);
    await world.send(openSite(site, { r: 'example.com/first' }).body([{ u: '/second' }, botLink(ticket)]), from);
    await world.starts(user, `bsv_${ticket}`);
    expect(await world.launches(user)).toMatchObject([{ params: { source: 'news.example.org', medium: 'referral' } }]);
    expect(await world.server.services.siteTickets.ofUser(world.bot, user)).toMatchObject([
      { visit: { entry: '/first', host: 'example.com', referrer: 'news.example.org/a', params: {} } },
    ]);
  });

  it('is none of a link to another bot, and leaves no trace in the hit', async () => {
    const [user, ticket] = [newUser(), newTicket()];
    const ownSite = await world.addSite();
    const page = openSite(ownSite, { q: { utm_source: 'google' } });
    await world.send(page.body([botLink(ticket, { d: { bot: 'other_bot', ticket } }), botLink('not a ticket')]));
    await world.starts(user, `bsv_${ticket}`);
    expect(await world.launches(user)).toMatchObject([{ source: '' }]);
    const second = newTicket();
    await world.send(page.body([botLink(second)]));
    const hits = await world.hits(ownSite);
    expect(hits.map(({ props }) => (props as { ticket: boolean }).ticket).sort()).toEqual([false, false, true]);
    expect(JSON.stringify(hits)).not.toContain(second);
  });

  it('is read again with the others when the bot’s rules change, for the user who has it alone', async () => {
    const [a, b, ticket] = [newUser(), newUser(), newTicket()];
    await world.send(openSite(site, { q: { utm_source: 'google', utm_campaign: 'may' } }).body([botLink(ticket)]));
    for (const user of [a, b]) await world.starts(user, `bsv_${ticket}`);
    const rules = {
      type: 'only',
      params: ['campaign'],

      sourceParam: 'campaign',
    };
    const { bots, botSettings } = world.server.services;
    const bot = await bots.byKey(world.bot);
    if (bot === null) throw new Error('no bot');
    const before = botSettings.of(bot).start_rules;
    try {
      await botSettings.set(bot, { start_rules: { ...before, ...rules } as typeof before });
      await botSettings.settled();
      expect(await world.launches(a)).toMatchObject([{ source: 'may', params: { campaign: 'may' } }]);
      expect(await world.launches(b)).toMatchObject([{ source: '', params: {} }]);
    } finally {
      await botSettings.set(bot, { start_rules: before });
      await botSettings.settled();
    }
  });

  it('is claimed by the opening of a Mini App as well', async () => {
    const [user, other, ticket] = [newUser(), newUser(), newTicket()];
    await world.send(openSite(site, { q: { utm_source: 'google' } }).body([botLink(ticket)]));
    const opening = (userId: number) => {
      const profile = { firstName: 'Ann', lastName: '', username: '', language: '', isPremium: false };
      return hitEvent({
        ...{ bot: world.bot, user: { userId, ...profile }, name: 'app_launch', startPayload: `bsv_${ticket}` },
        ...{ at: Date.now(), receivedAt: Date.now(), platform: 'ios', version: '8.0', rules: defaultStartRules },
      });
    };
    await world.server.services.store.write([opening(user), opening(other)]);
    expect(await world.launches(user)).toMatchObject([{ source: 'google', params: { source: 'google' } }]);
    expect(await world.launches(other)).toMatchObject([{ source: '', params: {} }]);
  });

  it('says who the visitor is to other tools: each ID of the newest visit that has one', async () => {
    const { siteTickets } = world.server.services;
    const [user, old, recent] = [newUser(), newTicket(), newTicket()];
    const cookies = ['_ga=GA1.1.111.222', ' _ym_uid=1700000000123', ' _fbp=fb.1.1700000000123.777'];
    const first = openSite(site, { q: { utm_source: 'google', gclid: 'click-1', fbclid: 'IwAR-x' } });
    await world.send(first.body([{ u: '/first' }, botLink(old, { u: '/prices', ck: cookies })]));
    const second = openSite(site, { q: { yclid: 'click-2' } });
    await world.send(second.body([botLink(recent, { u: '/cart', t: Date.now() + 1, ck: ['_ga=GA1.1.333.444'] })]), {
      'x-forwarded-for': '192.0.2.78',
    });
    expect(await siteTickets.knownVisitors(world.bot, [user])).toEqual(new Map());
    for (const ticket of [old, recent]) await world.starts(user, `bsv_${ticket}`);
    const [visit] = (await siteTickets.ofUser(world.bot, user)).filter(({ visit: { entry } }) => entry === '/first');
    const fbc = visit?.visit.visitorIds.fbc;
    expect(fbc).toMatch(/^fb\.1\.\d{13}\.IwAR-x$/);
    expect(await siteTickets.knownVisitors(world.bot, [user, 1])).toEqual(
      new Map([
        [
          user,
          {
            ...{ ga: '333.444', ym: '1700000000123', fbp: 'fb.1.1700000000123.777', fbc },
            ...{ gclid: 'click-1', yclid: 'click-2', url: 'https://example.com/cart' },
          },
        ],
      ]),
    );
    for (const tool of ['ga', 'ym', 'fb'] as const)
      expect(await siteTickets.usersKnownTo(world.bot, tool), tool).toContain(user);
    expect(JSON.stringify(await world.hits(site))).not.toMatch(/111\.222|333\.444|1700000000123/);

    await siteTickets.forgetOld(Date.now() + 89 * dayMs);
    expect((await siteTickets.knownVisitors(world.bot, [user])).size).toBe(1);
    await siteTickets.erase(world.bot, [user]);
    expect((await siteTickets.knownVisitors(world.bot, [user])).size).toBe(0);
  });

  it.each([
    ['no consent is needed', {}, {}, {}, 'ga'],
    ['consent is needed and was given', { consent: 'required' }, { ok: true }, {}, 'ga'],
    ['consent is needed', { consent: 'required' }, { ok: false }, {}, 'nothing'],
    ['the browser asks for privacy', {}, { ok: true }, { 'sec-gpc': '1' }, 'nothing'],
    ['nobody who asks for privacy is counted', { gpc: 'count_nobody' }, { ok: true }, { 'sec-gpc': '1' }, 'nothing'],
  ] as const)('keeps IDs of other tools or not where %s', async (_, options, fields, headers, expected) => {
    const { siteTickets } = world.server.services;
    const [user, ticket, ownSite] = [newUser(), newTicket(), await world.addSite({ options })];
    const page = openSite(ownSite, { q: { gclid: 'click' }, ...fields });
    await world.send(page.body([botLink(ticket, { ck: ['_ga=GA1.1.555.666'] })]), headers);
    await world.starts(user, `bsv_${ticket}`);
    const known = (await siteTickets.knownVisitors(world.bot, [user])).get(user);
    expect(known === undefined ? 'nothing' : Object.keys(known).find((name) => name === 'ga')).toBe(expected);
    const { db } = world.server.services.metadata;
    const rows = await db.selectFrom('site_tickets').select('visit').where('ticket', '=', ticket).execute();
    expect(JSON.stringify(rows).includes('555.666')).toBe(expected === 'ga');
  });

  it('is kept for 90 days where a user has it and other tools know the visitor', async () => {
    const { siteTickets, metadata } = world.server.services;
    const tickets = { known: newTicket(), unclaimed: newTicket(), unknown: newTicket() };
    const ck = ['_ym_uid=1700000000777'];
    for (const [name, ticket] of Object.entries(tickets)) {
      // A visitor of their own: an earlier test has clicked on an advertisement.
      const from = { 'x-forwarded-for': '192.0.2.79' };
      await world.send(openSite(site).body([botLink(ticket, name === 'unknown' ? {} : { ck })]), from);
      if (name !== 'unclaimed') await world.starts(newUser(), `bsv_${ticket}`);
    }
    const listKept = async () => {
      const rows = await metadata.db.selectFrom('site_tickets').select('ticket').execute();
      return Object.entries(tickets).flatMap(([name, ticket]) =>
        rows.some((row) => row.ticket === ticket) ? name : [],
      );
    };
    await siteTickets.forgetOld(Date.now() + 29 * dayMs);
    expect(await listKept()).toEqual(['known', 'unclaimed', 'unknown']);
    await siteTickets.forgetOld(Date.now() + 31 * dayMs);
    expect(await listKept()).toEqual(['known']);
    await siteTickets.forgetOld(Date.now() + 91 * dayMs);
    expect(await listKept()).toEqual([]);
  });

  it('is forgotten after 30 days; one whose visit never came after two', async () => {
    const { siteTickets, metadata } = world.server.services;
    const [user, ticket, unknownTicket] = [newUser(), newTicket(), newTicket()];
    await world.send(openSite(site).body([botLink(ticket)]));
    await world.starts(user, `bsv_${unknownTicket}`);
    const checkTickets = async () => {
      const rows = await metadata.db.selectFrom('site_tickets').select('ticket').execute();
      return [ticket, unknownTicket].map((one) => rows.some((row) => row.ticket === one));
    };
    await siteTickets.forgetOld(Date.now() + dayMs);
    expect(await checkTickets()).toEqual([true, true]);
    await siteTickets.forgetOld(Date.now() + 3 * dayMs);
    expect(await checkTickets()).toEqual([true, false]);
    await siteTickets.forgetOld(Date.now() + 31 * dayMs);
    expect(await checkTickets()).toEqual([false, false]);
  });

  it('is not asked for where the bot has no website', async () => {
    await world.starts(newUser(), `bsv_${newTicket()}`, { bot: world.otherBot });
    const { db } = world.server.services.metadata;
    const rows = await db.selectFrom('site_tickets').select('ticket').where('bot_key', '=', world.otherBot).execute();
    expect(rows).toEqual([]);
  });
});
