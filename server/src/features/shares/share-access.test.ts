import { everyone, type PermissionKey, type SharedView } from '@botscope/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openThrowawayStore, type ThrowawayStore } from '../../events/store/test-stores.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { hourMs } from '../../platform/time-units.ts';
import type { BotRow } from '../bots/bots.ts';
import { addOwnedBot, createShare, shareDraft as draft, march, type ShareWorld, shareWorld } from './test-shares.ts';

let store: ThrowawayStore;
beforeAll(async () => {
  store = await openThrowawayStore();
});
afterAll(() => store.close());

describe.each(testEngines)('access to share links, on $name', (engine) => {
  const metadata = testMetadata(engine);
  let world: ShareWorld;
  let bot: BotRow;
  let owner: string;
  let readers = 0;
  beforeEach(async () => {
    readers += 1;
    owner = `owner-${readers}`;
    world = await shareWorld(metadata(), store);
    bot = await addOwnedBot(world, owner);
  });
  afterEach(() => world.close());

  const make = (changes: Record<string, unknown> = {}, maker = owner) => createShare(world, bot, maker, changes);
  const read = (token: string, queryString = '') => world.ask(null, 'GET', `/api/share/${token}${queryString}`);

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

  test('segments: for those alone who may list users, as the maker saw them, and while the maker may', async () => {
    const partner = `partner-${readers}`;
    await world.addAccount(partner);
    const reads: PermissionKey[] = ['permissions.manage', 'report.view'];
    await world.grant(bot.key, partner, { keys: reads });
    const query = { ...march, by: 'segment' };
    const postDraft = async (question: object) => {
      const body = draft({ query: question });
      return (await world.ask(partner, 'POST', `/api/bots/${bot.key}/shares`, { body })).data;
    };
    expect(await postDraft(query)).toMatchObject([{ code: 'AccessDenied', field: 'by' }]);
    expect(await postDraft({ ...march, filter: 'segment:1' })).toMatchObject([
      { code: 'AccessDenied', field: 'filter' },
    ]);

    world.segments.set(1, { kind: 'dynamic', name: 'Buyers', rules: everyone });
    await world.grant(bot.key, partner, { keys: [...reads, 'section.users.list'] });
    const { token } = await make({ query }, partner);
    world.segments.set(2, { kind: 'dynamic', name: 'Debtors', rules: everyone });
    expect((await read(token)).data).toMatchObject({ reports: [{ lines: [{ name: '1 Buyers', total: 2 }] }] });
    expect((await read(token)).body).not.toContain('Debtors');

    await world.grant(bot.key, partner, { keys: reads });
    expect((await read(token)).status).toBe(404);
    const list = async (reader: string) => (await world.ask(reader, 'GET', `/api/bots/${bot.key}/shares`)).data;
    expect(await list(partner)).toMatchObject([{ state: 'stopped', token: null }]);
    expect(JSON.stringify(await list(partner))).not.toContain('Buyers');
    expect(JSON.stringify(await list(owner))).toContain('Buyers');
    await world.grant(bot.key, partner, { keys: [...reads, 'section.users.list'] });
    expect((await read(token)).status).toBe(200);
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
    const withTicket = async (token: string, sentTicket: string): Promise<SharedView> =>
      (await world.ask(null, 'GET', `/api/share/${token}?opened=1`, { headers: { 'x-share-ticket': sentTicket } }))
        .data;
    const openedView = await withTicket(one.token, ticket);
    expect(openedView).toMatchObject({ locked: false, title: 'Secret', reports: [{ lines: [{ total: 2 }] }] });
    expect(await withTicket(other.token, ticket)).toEqual({ locked: true });
    expect(await withTicket(one.token, `9${String(ticket).slice(1)}`)).toEqual({ locked: true });
    expect(await withTicket(one.token, '9999999999999.')).toEqual({ locked: true });
    const { data } = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data).toMatchObject([
      { id: other.id, views: 0 },
      { id: one.id, views: 1 },
    ]);

    world.clock.now += hourMs - 1;
    const laterView = await withTicket(one.token, ticket);
    expect(laterView.locked).toBe(false);
    world.clock.now += 1;
    expect(await withTicket(one.token, ticket)).toEqual({ locked: true });
    // The page went on with the one that came with its last answer.
    expect(laterView).toMatchObject({ ticket: expect.any(String) });
    expect((await withTicket(one.token, laterView.locked ? '' : String(laterView.ticket))).locked).toBe(false);
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
    const helper = `leaver-${readers}`;
    await world.addAccount(helper);
    const all = { role: 'manager', keys: ['permissions.manage'] } as const;
    await world.grant(bot.key, helper, { role: all.role, keys: [...all.keys] });
    const [revokedShare, expiring, helpers] = [await make(), await make({ days: 1 }), await make({}, helper)];
    const unknownAnswer = await read('A'.repeat(32));
    expect([unknownAnswer.status, unknownAnswer.data]).toEqual([404, [expect.objectContaining({ code: 'NotFound' })]]);
    const expectGone = async (token: string) => {
      const answer = await read(token);
      expect([answer.status, answer.body]).toEqual([404, unknownAnswer.body]);
      const guess = await world.ask(null, 'POST', `/api/share/${token}/unlock`, { body: { password: 'x' } });
      expect(guess.body).toBe(unknownAnswer.body);
    };
    await expectGone('short');

    expect((await read(revokedShare.token)).status).toBe(200);
    const { data } = await world.ask(owner, 'DELETE', `/api/bots/${bot.key}/shares/${revokedShare.id}`);
    expect(data).toMatchObject([{ id: helpers.id }, { id: expiring.id }]);
    await expectGone(revokedShare.token);
    expect((await world.ask(owner, 'DELETE', `/api/bots/${bot.key}/shares/${revokedShare.id}`)).status).toBe(404);

    world.clock.now += 24 * hourMs - 1;
    expect((await read(expiring.token)).status).toBe(200);
    world.clock.now += 1;
    await expectGone(expiring.token);

    // Links stop working once their maker may no longer let others in; with the permission back they open again.
    expect((await read(helpers.token)).status).toBe(200);
    await world.grant(bot.key, helper, { role: 'manager' });
    await expectGone(helpers.token);
    const states = await world.ask(owner, 'GET', `/api/bots/${bot.key}/shares`);
    expect(states.data).toMatchObject([{ state: 'stopped' }, { state: 'expired' }]);
    await world.grant(bot.key, helper, { keys: ['report.view', 'permissions.manage'] });
    expect((await read(helpers.token)).status).toBe(200);
    await metadata().db.deleteFrom('accounts').where('id', '=', helper).execute();
    await expectGone(helpers.token);

    const last = await make();
    await world.bots.remove(bot.key);
    await expectGone(last.token);
  });

  test('an account makes links only if it may let others in, and only to what it may read itself', async () => {
    const helper = `guest-${readers}`;
    await world.addAccount(helper);
    const create = (changes?: Record<string, unknown>) =>
      world.ask(helper, 'POST', `/api/bots/${bot.key}/shares`, { body: draft(changes) });
    expect((await create()).status).toBe(404);
    await world.grant(bot.key, helper, { role: 'manager' });
    expect((await create()).status).toBe(403);
    await world.grant(bot.key, helper, { keys: ['permissions.manage', 'report.view'] });
    expect((await create()).status).toBe(200);
    expect((await create({ type_report: 'retention' })).status).toBe(403);
    expect((await create({ type_report: 'home' })).status).toBe(403);
    // The owner's link to a report that the helper may not read: they may revoke it, not open it.
    const { id } = await make({ type_report: 'retention', query: {} });
    const { data } = await world.ask(helper, 'GET', `/api/bots/${bot.key}/shares`);
    expect(data).toMatchObject([{ id, token: null }, { token: expect.any(String) }]);
    const stranger = await world.addBot(helper);
    expect((await world.ask(helper, 'DELETE', `/api/bots/${stranger.key}/shares/${id}`)).status).toBe(404);
    expect((await world.ask(null, 'GET', `/api/bots/${bot.key}/shares`)).status).toBe(401);
  });

  test('one address is not answered without end', { timeout: 120_000 }, async () => {
    const from = { address: `10.7.0.${readers}` };
    const ask = async () => (await world.ask(null, 'GET', `/api/share/${'A'.repeat(32)}`, from)).status;
    for (let time = 0; time < 300; time += 1) expect(await ask()).toBe(404);
    expect(await ask()).toBe(429);
  });

  test('its page may be framed where its maker said so, is hidden from robots, and does not leak its address', async () => {
    const [framed, plainShare] = [await make({ embeddable: true }), await make()];
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
    expect(await page(plainShare.token)).toEqual(closed);
    expect(await page('A'.repeat(32))).toEqual(closed);
    await world.ask(owner, 'DELETE', `/api/bots/${bot.key}/shares/${framed.id}`);
    expect(await page(framed.token)).toEqual(closed);
  });
});
