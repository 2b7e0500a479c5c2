import { everyone, type PermissionKey, type Share, type SharedView } from '@botscope/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { hourMs } from '../../platform/time-units.ts';
import type { BotRow } from '../bots/bots.ts';
import { mostShares } from './shares.ts';
import { type ShareWorld, shareWorld } from './test-shares.ts';

const march = { period: '2026-03-01..2026-03-01', detail: 'day' };

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('share links on $name', (engine) => {
  const metadata = testMetadata(engine);
  let world: ShareWorld;
  let bot: BotRow;
  let owner: string;
  let people = 0;
  beforeEach(async () => {
    world = await shareWorld(metadata(), store);
    people += 1;
    owner = `owner-${people}`;
    await world.addAccount(owner, 'Asia/Kolkata');
    bot = await world.addBot(owner);
  });
  afterEach(() => world.close());

  const draft = (more: Record<string, unknown> = {}) => ({ type_report: 'visitors', query: march, ...more });
  const make = async (more: Record<string, unknown> = {}, who = owner): Promise<Share & { token: string }> => {
    const made = await world.ask(who, 'POST', `/api/bots/${bot.key}/shares`, { body: draft(more) });
    expect(made.body).toMatch(/^{"status":"success"/);
    return made.data;
  };
  const read = (token: string, more = '') => world.ask(null, 'GET', `/api/share/${token}${more}`);
  const totalOf = (view: SharedView) => (view.locked ? null : view.reports.map(({ lines }) => lines[0]?.total));

  test('anyone with the link reads the numbers as their maker sees them', async () => {
    const made = await make({ title: ' March ' });
    expect(made).toMatchObject({ title: 'March', state: 'open', author: `${owner}@example.com`, views: 0 });
    expect(made.token).toMatch(/^[\w-]{32}$/);

    const answer = await read(made.token, '?opened=1');
    expect(answer.data).toMatchObject({
      locked: false,
      title: 'March',
      bot_name: bot.bot_name,
      type_report: 'visitors',
      query: march,
      filtered: false,
      as_of: '2026-03-02T12:00:00.000Z',
      reports: [{ period: { from: '2026-03-01', time_zone: 'Asia/Kolkata' }, lines: [{ total: 2 }] }],
      ticket: null,
    });
    expect(answer.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    await read(made.token);
    const { data } = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data).toMatchObject([{ id: made.id, views: 1, last_viewed_at: '2026-03-02T12:00:00.000Z' }]);
  });

  test('the store keeps no token that could be used, and the log neither', async () => {
    const { token, id } = await make({ password: 'open sesame' });
    const { db } = metadata();
    const row = await db.selectFrom('shares').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    const entries = await db.selectFrom('audit').selectAll().where('bot_key', '=', bot.key).execute();
    expect(JSON.stringify([row, entries])).not.toContain(token);
    expect(JSON.stringify([row, entries])).not.toContain('sesame');
    expect(entries).toMatchObject([
      { action: 'share_created', account_key: owner, ip: '10.0.0.1', detail: { report: 'visitors', password: true } },
    ]);
  });

  test('a filter cannot be changed and is shown only where its maker allows that', async () => {
    const query = { ...march, filter: 'source:ads', lines: 'visitors' };
    const [hidden, visible] = [await make({ query }), await make({ query, reader_filter: true })];
    const answer = await read(`${hidden.token}?filter=source:none&period=7d&detail=hour`);
    expect(totalOf(answer.data)).toEqual([1]);
    expect(answer.data).toMatchObject({ filtered: true, query: { ...march, lines: 'visitors' } });
    expect(answer.body).not.toMatch(/ads|source|model/);
    expect((await read(visible.token)).data).toMatchObject({ filtered: true, query, reports: [{ model: 'first' }] });
  });

  test('segments: for those alone who may list users, as the maker saw them, and while the maker may', async () => {
    const partner = `partner-${people}`;
    await world.addAccount(partner);
    const reads: PermissionKey[] = ['permissions.manage', 'report.view'];
    await world.grant(bot.key, partner, { keys: reads });
    const query = { ...march, by: 'segment' };
    const refused = async (question: object) => {
      const body = draft({ query: question });
      return (await world.ask(partner, 'POST', `/api/bots/${bot.key}/shares`, { body })).data;
    };
    expect(await refused(query)).toMatchObject([{ code: 'AccessDenied', field: 'by' }]);
    expect(await refused({ ...march, filter: 'segment:1' })).toMatchObject([{ code: 'AccessDenied', field: 'filter' }]);

    world.segments.set(1, { kind: 'dynamic', name: 'Buyers', rules: everyone });
    await world.grant(bot.key, partner, { keys: [...reads, 'section.users.list'] });
    const { token } = await make({ query }, partner);
    world.segments.set(2, { kind: 'dynamic', name: 'Debtors', rules: everyone });
    expect((await read(token)).data).toMatchObject({ reports: [{ lines: [{ name: '1 Buyers', total: 2 }] }] });
    expect((await read(token)).body).not.toContain('Debtors');

    await world.grant(bot.key, partner, { keys: reads });
    expect((await read(token)).status).toBe(404);
    const list = async (who: string) => (await world.ask(who, 'GET', `/api/bots/${bot.key}/shares`)).data;
    expect(await list(partner)).toMatchObject([{ state: 'stopped', token: null }]);
    expect(JSON.stringify(await list(partner))).not.toContain('Buyers');
    expect(JSON.stringify(await list(owner))).toContain('Buyers');
    await world.grant(bot.key, partner, { keys: [...reads, 'section.users.list'] });
    expect((await read(token)).status).toBe(200);
  });

  test('the reader chooses a period where he may, never one of his own making', async () => {
    const { token } = await make({ reader_period: true, query: { ...march, period: 'today' } });
    expect(totalOf((await read(token)).data)).toEqual([0]);
    const week = await read(token, '?period=7d');
    expect(totalOf(week.data)).toEqual([2]);
    expect(week.data).toMatchObject({ query: { period: '7d' }, reports: [{ period: { from: '2026-02-24' } }] });
    expect((await read(token, '?period=2000-01-01..2026-01-01')).status).toBe(400);
  });

  test('the answer holds the chosen lines and no others, and of a comparison that is not drawn the totals', async () => {
    const view = async (query: Record<string, string>, type_report = 'audience') => {
      const { data }: { data: Extract<SharedView, { locked: false }> } = await read(
        (await make({ type_report, query: { ...march, ...query } })).token,
      );
      return data.reports[0]!;
    };
    const names = ({ lines }: { lines: { name: string }[] }) => lines.map(({ name }) => name);
    const whole = await view({ by: 'source' });
    expect(names(whole)).toEqual(expect.arrayContaining(['ads', '']));
    expect(names(await view({ by: 'source', lines: 'ads' }))).toEqual(['ads']);
    expect(names(await view({ by: 'source', lines: '%00' }))).toEqual(['']);
    // Nobody came from there: the others are still not what was shared.
    expect(names(await view({ by: 'source', lines: 'site' }))).toEqual([]);

    const compared = await view({ by: 'source', lines: 'ads', compare: 'previous' });
    expect(names(compared.compare!)).toEqual(names(compared).filter((name) => name === 'ads'));
    expect(compared.compare!.buckets).toHaveLength(1);
    const [line] = whole.compare!.lines;
    expect([whole.compare!.buckets, line?.values ?? []]).toEqual([[], []]);
    const table = await view({}, 'utm_summary');
    expect([table.table!.rows.length > 0, table.compare!.table!.rows]).toEqual([true, []]);
  });

  test('no parameter of a reader changes what a link answers, but a period where its maker allows that', async () => {
    const query = { ...march, by: 'language', lines: '' };
    const { token } = await make({ type_report: 'audience', query });
    const free = await make({ type_report: 'audience', query, reader_period: true });
    const parts = (view: Extract<SharedView, { locked: false }>) => [view.query, view.reports];
    const own = parts((await read(token)).data);
    const wishes = {
      period: '7d',
      detail: 'hour',
      compare: 'year',
      compare_period: '2026-01-01..2026-01-01',
      filter: 'source:ads',
      by: 'source',
      model: 'last',
      parameter: 'medium',
      measure: 'new',
      lines: 'ru',
      view: 'share',
      sort: 'name',
      explain: '1',
      type_report: 'retention',
      time_zone: 'UTC',
      bucket: '0',
      line: 'ru',
      offset: '0',
    };
    for (const [name, wish] of Object.entries(wishes)) {
      const more = `?${new URLSearchParams({ [name]: wish })}`;
      expect([name, parts((await read(token, more)).data)]).toEqual([name, own]);
      const answer = parts((await read(free.token, more)).data);
      if (name === 'period') expect(answer).not.toEqual(own);
      else expect([name, answer]).toEqual([name, own]);
    }
  });

  test('a link to the key numbers shows them, except those that its maker has lost since', async () => {
    await world.addAccount(`helper-${people}`);
    const helper = `helper-${people}`;
    await world.grant(bot.key, helper, { role: 'manager', keys: ['permissions.manage'] });
    const { token } = await make({ type_report: 'home', query: { period: '7d', filter: 'source:ads' } }, helper);
    const types = async () => {
      const { data }: { data: Extract<SharedView, { locked: false }> } = await read(token);
      return data.reports.map(({ type_report }) => type_report);
    };
    expect(await types()).toEqual([
      'new_users',
      'left_users',
      'return_users',
      'visitors',
      'messages_from_user',
      'session_count',
      'rejection',
      'avg_duration_session',
    ]);
    // What Home is filtered by is shared with it.
    expect((await read(token)).data).toMatchObject({ filtered: true, query: { period: '7d' } });
    await world.grant(bot.key, helper, { keys: ['permissions.manage', 'report.view', 'report.refusal'] });
    expect(await types()).toEqual([
      'new_users',
      'left_users',
      'return_users',
      'visitors',
      'messages_from_user',
      'rejection',
    ]);
  });

  test('a password: before it nothing is shown, after it a ticket opens this link for an hour', async () => {
    const [one, other] = [
      await make({ password: 'open sesame', title: 'Secret' }),
      await make({ password: 'another' }),
    ];
    expect((await read(one.token, '?opened=1')).data).toEqual({ locked: true });
    const unlock = (token: string, password: string, address?: string) =>
      world.ask(null, 'POST', `/api/share/${token}/unlock`, { body: { password }, ...(address && { address }) });
    expect((await unlock(one.token, 'open sesam')).data).toMatchObject([{ code: 'InvalidPassword' }]);
    const { ticket } = (await unlock(one.token, 'open sesame')).data;
    const withTicket = async (token: string, sent: string): Promise<SharedView> =>
      (await world.ask(null, 'GET', `/api/share/${token}?opened=1`, { headers: { 'x-share-ticket': sent } })).data;
    const opened = await withTicket(one.token, ticket);
    expect(opened).toMatchObject({ locked: false, title: 'Secret', reports: [{ lines: [{ total: 2 }] }] });
    expect(await withTicket(other.token, ticket)).toEqual({ locked: true });
    expect(await withTicket(one.token, `9${String(ticket).slice(1)}`)).toEqual({ locked: true });
    expect(await withTicket(one.token, '9999999999999.')).toEqual({ locked: true });
    const { data } = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data).toMatchObject([
      { id: other.id, views: 0 },
      { id: one.id, views: 1 },
    ]);

    world.clock.now += hourMs - 1;
    const later = await withTicket(one.token, ticket);
    expect(later.locked).toBe(false);
    world.clock.now += 1;
    expect(await withTicket(one.token, ticket)).toEqual({ locked: true });
    // The page went on with the one that came with its last answer.
    expect(later).toMatchObject({ ticket: expect.any(String) });
    expect((await withTicket(one.token, later.locked ? '' : String(later.ticket))).locked).toBe(false);
  });

  test('guessing a password is slow', async () => {
    const { token } = await make({ password: 'open sesame' });
    const guess = async (address: string) =>
      (await world.ask(null, 'POST', `/api/share/${token}/unlock`, { body: { password: 'x' }, address })).status;
    const answers: number[] = [];
    for (let time = 0; time < 11; time += 1) answers.push(await guess('10.9.0.1'));
    expect(answers).toEqual([...Array(10).fill(400), 429]);
    expect(await guess('10.9.0.2')).toBe(400);
  });

  test('unknown, revoked, expired and stopped links, and those of removed bots, answer the same', async () => {
    const helper = `leaver-${people}`;
    await world.addAccount(helper);
    const all = { role: 'manager', keys: ['permissions.manage'] } as const;
    await world.grant(bot.key, helper, { role: all.role, keys: [...all.keys] });
    const [revoked, expiring, helpers] = [await make(), await make({ days: 1 }), await make({}, helper)];
    const unknown = await read('A'.repeat(32));
    expect([unknown.status, unknown.data]).toEqual([404, [expect.objectContaining({ code: 'NotFound' })]]);
    const gone = async (token: string) => {
      const answer = await read(token);
      expect([answer.status, answer.body]).toEqual([404, unknown.body]);
      const guess = await world.ask(null, 'POST', `/api/share/${token}/unlock`, { body: { password: 'x' } });
      expect(guess.body).toBe(unknown.body);
    };
    await gone('short');

    expect((await read(revoked.token)).status).toBe(200);
    const { data } = await world.ask(owner, 'DELETE', `/api/bots/${bot.key}/shares/${revoked.id}`);
    expect(data).toMatchObject([{ id: helpers.id }, { id: expiring.id }]);
    await gone(revoked.token);
    expect((await world.ask(owner, 'DELETE', `/api/bots/${bot.key}/shares/${revoked.id}`)).status).toBe(404);

    world.clock.now += 24 * hourMs - 1;
    expect((await read(expiring.token)).status).toBe(200);
    world.clock.now += 1;
    await gone(expiring.token);

    // Links stop working once their maker may no longer let others in; with the permission back they open again.
    expect((await read(helpers.token)).status).toBe(200);
    await world.grant(bot.key, helper, { role: 'manager' });
    await gone(helpers.token);
    const states = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(states.data).toMatchObject([{ state: 'stopped' }, { state: 'expired' }]);
    await world.grant(bot.key, helper, { keys: ['report.view', 'permissions.manage'] });
    expect((await read(helpers.token)).status).toBe(200);
    await metadata().db.deleteFrom('accounts').where('id', '=', helper).execute();
    await gone(helpers.token);

    const last = await make();
    await world.bots.remove(bot.key);
    await gone(last.token);
  });

  test('only those who let others in make links, and only to what they may read themselves', async () => {
    const helper = `guest-${people}`;
    await world.addAccount(helper);
    const create = (more?: Record<string, unknown>) =>
      world.ask(helper, 'POST', `/api/bots/${bot.key}/shares`, { body: draft(more) });
    expect((await create()).status).toBe(404);
    await world.grant(bot.key, helper, { role: 'manager' });
    expect((await create()).status).toBe(403);
    await world.grant(bot.key, helper, { keys: ['permissions.manage', 'report.view'] });
    expect((await create()).status).toBe(200);
    expect((await create({ type_report: 'retention' })).status).toBe(403);
    expect((await create({ type_report: 'home' })).status).toBe(403);
    // The owner's link to a report that is not his: he may revoke it, not open it.
    const { id } = await make({ type_report: 'retention', query: {} });
    const { data } = await world.ask(helper, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data).toMatchObject([{ id, token: null }, { token: expect.any(String) }]);
    const stranger = await world.addBot(helper);
    expect((await world.ask(helper, 'DELETE', `/api/bots/${stranger.key}/shares/${id}`)).status).toBe(404);
    expect((await world.ask(null, 'GET', `/api/bots/${bot.key}/shares`)).status).toBe(401);
  });

  test.each([
    [{ query: { period: 'always' } }, 'InvalidPeriod'],
    [{ query: { filter: 'source' } }, 'InvalidFilter'],
    [{ query: { by: 'colour' } }, 'InvalidDimension'],
    [{ type_report: 'profit' }, 'InvalidField'],
    [{ password: 'short' }, 'InvalidPassword'],
    [{ days: 366 }, 'InvalidField'],
  ])('a link that could never answer is refused: %o', async (more, code) => {
    const { status, data } = await world.ask(owner, 'POST', `/api/bots/${bot.key}/shares`, { body: draft(more) });
    expect([status, data]).toEqual([400, [expect.objectContaining({ code })]]);
  });

  test(`a bot has at most ${mostShares}; revoked ones make room`, async () => {
    const rows = Array.from({ length: mostShares - 1 }, (_, index) => ({
      bot_key: bot.key,
      token_hash: `${bot.key} ${index}`,
      token_sealed: '',
      type_report: 'visitors',
    }));
    const { id } = await make();
    await metadata().db.insertInto('shares').values(rows).execute();
    const create = () => world.ask(owner, 'POST', `/api/bots/${bot.key}/shares`, { body: draft() });
    expect((await create()).data).toMatchObject([{ code: 'TooManyShares' }]);
    await metadata().db.updateTable('shares').set({ revoked_at: new Date() }).where('id', '=', id).execute();
    // Those of the rows above were sealed by nobody: the list stands all the same.
    expect((await create()).data).toMatchObject({ token: expect.any(String) });
    const { data }: { data: Share[] } = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data.filter(({ token }) => token === null)).toHaveLength(mostShares - 1);
  });

  test('readers of one link cost one question a minute', async () => {
    const { token } = await make();
    await read(token);
    const once = world.queryCount();
    await Promise.all([read(token), read(token), read(token, '?period=7d')]);
    world.clock.now += 59_999;
    expect((await read(token)).data).toMatchObject({ as_of: '2026-03-02T12:00:00.000Z' });
    expect(world.queryCount()).toBe(once);
    world.clock.now += 1;
    expect((await read(token)).data).toMatchObject({ as_of: '2026-03-02T12:01:00.000Z' });
    expect(world.queryCount()).toBe(2 * once);
  });

  test('one address is not answered without end', { timeout: 120_000 }, async () => {
    const from = { address: `10.7.0.${people}` };
    const ask = async () => (await world.ask(null, 'GET', `/api/share/${'A'.repeat(32)}`, from)).status;
    for (let time = 0; time < 300; time += 1) expect(await ask()).toBe(404);
    expect(await ask()).toBe(429);
  });

  test('its page may be framed where its maker said so, is hidden from robots, and does not leak its address', async () => {
    const [framed, plain] = [await make({ embeddable: true }), await make()];
    const page = async (token: string) => {
      const { status, headers, body } = await world.ask(null, 'GET', `/share/${token}?lang=ru&theme=dark`);
      expect([status, headers['x-robots-tag'], headers['referrer-policy']]).toEqual([
        200,
        'noindex, nofollow',
        'no-referrer',
      ]);
      expect(body).toContain('<meta name="robots" content="noindex, nofollow" /></head>');
      const policy = String(headers['content-security-policy']);
      return [
        /frame-ancestors [^;]*/.exec(policy)?.[0],
        headers['x-frame-options'],
        policy.includes("script-src 'self'"),
      ];
    };
    expect(await page(framed.token)).toEqual(['frame-ancestors *', undefined, true]);
    const closed = ["frame-ancestors 'none'", 'SAMEORIGIN', true];
    expect(await page(plain.token)).toEqual(closed);
    expect(await page('A'.repeat(32))).toEqual(closed);
    await world.ask(owner, 'DELETE', `/api/bots/${bot.key}/shares/${framed.id}`);
    expect(await page(framed.token)).toEqual(closed);
  });
});
