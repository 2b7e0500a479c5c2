import type { SiteVisit } from '@botscope/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { anEvent } from '../../events/store/test-event.ts';
import { testEngines, testMetadata } from '../../platform/metadata/test-metadata.ts';
import { ticketKey } from './claim-tickets.ts';
import { createTicketStore } from './ticket-store.ts';

const bot = 'abcdef0123456';
const otherBot = 'abcdef0123457';
const visit: SiteVisit = { params: { utm_source: 'ads' }, referrer: 'a.org/', host: 'example.com', entry: '/' };
const noon = Date.UTC(2026, 2, 1, 12);
const since = new Date(noon - 30 * 86_400_000);

describe.each(testEngines)('tickets on $name', (engine) => {
  const metadata = testMetadata(engine);
  const rows = () => createTicketStore(metadata().db);
  const start = (userId: number, id: string, botKey = bot) =>
    anEvent({ bot: botKey, userId, id, time: noon, isStart: true, text: 'half a letter: \ud83d, and none: \0' });
  const claim = async (userId: number, ticket: string, id = '1', botKey = bot) =>
    (await rows().claim([{ start: start(userId, id, botKey), ticket }])).get(ticketKey(botKey, ticket)) ?? null;
  let site: number;

  beforeAll(async () => {
    const { db } = metadata();
    for (const key of [bot, otherBot])
      await db
        .insertInto('bots')
        .values({ key, bot_name: `b${key}`, username: `b${key}`, account_key: null, api_key_hash: '' })
        .execute();
    const row = { bot_key: bot, name: 'Shop', key: 'ab'.repeat(16), status: 'enabled', created_at: new Date(noon) };
    const websiteRow = await db
      .insertInto('pages')
      .values({ ...row, kind: 'site', places: '[]', options: '{}' })
      .returning('page_id')
      .executeTakeFirstOrThrow();
    site = websiteRow.page_id;
  });
  const issue = async (ticket: string, madeAt = noon) =>
    (await rows().issue([{ bot, site, ticket, visit, at: new Date(madeAt) }])).flatMap(({ starts }) => starts);

  it('one user has it; their starts wait for the visit, each once and five at most', async () => {
    const ticket = 'waiting-for';
    expect(await claim(1, ticket)).toMatchObject({ userId: 1, visit: null });
    for (const id of ['1', '2', '3', '4', '5', '6']) await claim(1, ticket, id);
    expect(await claim(2, ticket, '7')).toMatchObject({ userId: 1, visit: null });
    const keptStarts = await issue(ticket);
    expect(keptStarts.map(({ id, userId }) => [id, userId])).toEqual(['1', '2', '3', '4', '5'].map((id) => [id, 1]));
    // They are kept until they are corrected.
    expect(await issue(ticket)).toHaveLength(5);
    await rows().corrected(bot, [ticket]);
    expect(await issue(ticket)).toEqual([]);
    expect(await claim(2, ticket)).toMatchObject({ userId: 1, visit });
    expect(await rows().claimed(bot)).toEqual([{ ticket, userId: 1, visit }]);
    expect(await rows().ofUser(bot, 1)).toEqual([{ visit, madeAt: new Date(noon), claimedAt: new Date(noon) }]);
  });

  it('exactly one of several users who claim a ticket at once has it', async () => {
    await issue('many-at-once'.slice(0, 11));
    const all = await Promise.all([3, 4, 5, 6].map((user) => claim(user, 'many-at-onc')));
    expect(new Set(all.map((one) => one?.userId)).size).toBe(1);
  });

  it('one write of very many starts costs a statement for each 500 tickets', async () => {
    const statements: string[] = [];
    const countingDb = metadata().db.withPlugin({
      transformQuery: ({ node }) => {
        statements.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const starts = Array.from({ length: 2_000 }, (_, index) => ({
      start: start(1_000 + (index % 7), `many ${index}`),
      ticket: `m${index % 1_000}`.padEnd(11, '-'),
    }));
    expect((await createTicketStore(countingDb).claim(starts)).size).toBe(1_000);
    expect(statements).toHaveLength(2);
    // A repeated write of the starts adds nothing; the first user of each ticket has it.
    await rows().claim(starts);
    const first = await issue('m0---------');
    expect(first.map(({ id }) => id)).toEqual(['many 0']);
    await metadata().db.deleteFrom('site_tickets').where('ticket', 'like', 'm%').where('site_id', 'is', null).execute();
    await metadata().db.deleteFrom('site_tickets').where('ticket', '=', 'm0---------').execute();
  });

  it('a write with starts of two users: who had the ticket before has theirs noted', async () => {
    expect(await claim(20, 'two-users-0', '1')).toMatchObject({ userId: 20, visit: null });
    await rows().claim([
      { start: start(21, '2'), ticket: 'two-users-0' },
      { start: start(20, '3'), ticket: 'two-users-0' },
      { start: start(20, '1'), ticket: 'two-users-0' },
    ]);
    expect((await issue('two-users-0')).map(({ id, userId }) => [id, userId])).toEqual([
      ['1', 20],
      ['3', 20],
    ]);
    await metadata().db.deleteFrom('site_tickets').where('ticket', '=', 'two-users-0').execute();
  });

  it('is nobody’s where it is too old, or the bot has no website', async () => {
    await issue('forgotten-0', since.getTime() - 1);
    expect(await claim(1, 'forgotten-0')).toBeNull();
    expect(await claim(1, 'other-bot-0', '1', otherBot)).toBeNull();
  });

  it('is counted with its website, and goes with its user, its website and its time', async () => {
    expect(await rows().count(site, since)).toEqual({ tickets: 2, claimed: 2 });
    expect(await rows().erase(bot, [1])).toBe(1);
    expect(await rows().count(site, since)).toEqual({ tickets: 1, claimed: 1 });
    await claim(9, 'never-comes');
    expect(await rows().forget(since, since)).toBe(1);
    expect(await rows().forget(since, new Date(noon + 1))).toBe(1);
    await rows().eraseSite(site);
    expect(await rows().count(site, since)).toEqual({ tickets: 0, claimed: 0 });
  });
});
