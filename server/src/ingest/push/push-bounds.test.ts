import { gzipSync } from 'node:zlib';
import type { Bot, BotError } from '@botscope/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, startWorld, type World } from '../../features/connections/test-world.ts';

/** The whole server, and bodies that were made to stop it. Each took 14 s and more, or answered 500. */
let world: World;

beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api', PUSH_MAX_BYTES: '8000000' });
});
afterAll(() => world.close());

/** A bot of its own, whose error log begins empty. */
async function connect(name: string) {
  const { bot, api_key } = dataOf<{ bot: Bot; api_key: string }>(
    await world.owner.post('/api/bots', { bot_name: name, connection_type: 'api' }),
  );
  return {
    async push(body: string | Buffer, path = 'send-batch-update') {
      const headers = { 'api-key': api_key, ...(typeof body === 'string' ? {} : { 'content-encoding': 'gzip' }) };
      const response = await fetch(`${world.server.url}/v1/${path}`, {
        method: 'POST',
        headers,
        body: typeof body === 'string' ? body : new Uint8Array(body),
      });
      const answer = (await response.json()) as { description?: string };
      return [response.status, answer.description, response.headers.get('retry-after')] as const;
    },
    stored: async () => {
      await world.server.services.store.flush();
      const sql = 'SELECT count() AS count FROM events FINAL WHERE bot = {bot:String}';
      const [row] = await world.server.services.store.query<{ count: number }>({ sql, params: { bot: bot.key } });
      return Number(row?.count);
    },
    payloads: async () => {
      const sql = 'SELECT payload FROM events FINAL WHERE bot = {bot:String} ORDER BY chat_id, payload';
      const rows = await world.server.services.store.query<{ payload: string }>({ sql, params: { bot: bot.key } });
      return rows.map(({ payload }) => JSON.parse(payload) as unknown);
    },
    async errors() {
      const page = async () => dataOf<{ lines: BotError[] }>(await world.owner.get(`/api/bots/${bot.key}/errors`));
      await expect.poll(async () => (await page()).lines.length).toBeGreaterThan(0);
      return (await page()).lines.map(({ kind, reason, count }) => [kind, reason, count]);
    },
  };
}

const update = (id: number, text = 'hello') => ({
  update_id: id,
  message: { message_id: id, date: 1_772_435_730, text, chat: { id: 7, type: 'private' }, from: { id: 7 } },
});
const buildList = (count: number, text: string): string => `[${Array(count).fill(text).join(',')}]`;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

describe('a push', () => {
  it('takes ten thousand items and no more, whatever they are, and stores nothing of the rest', async () => {
    const bot = await connect('many_bot');
    const items = Array.from({ length: 10_001 }, (_, id) => update(id));
    const tooMany = /^Request Entity Too Large: at most 10000 items in one request/;
    for (const body of [JSON.stringify(items), JSON.stringify({ ok: true, result: items }), buildList(10_001, '0')]) {
      expect(await bot.push(body)).toEqual([413, expect.stringMatching(tooMany), null]);
      expect(await bot.push(gzipSync(body))).toEqual([413, expect.stringMatching(tooMany), null]);
    }
    expect(await bot.push(buildList(10_001, '{"method":"sendDice"}'), 'send-batch-call')).toEqual([
      413,
      expect.stringMatching(tooMany),
      null,
    ]);
    expect(await bot.stored()).toBe(0);
    expect((await bot.push(JSON.stringify({ ok: true, result: items.slice(1) })))[0]).toBe(200);
    expect(await bot.stored()).toBe(10_000);
  });

  it('may be packed to a hundredth, and to less as long as it is small', async () => {
    const bot = await connect('packed_bot');
    const alike = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => update(id, 'x'.repeat(3_900))));
    expect((await bot.push(gzipSync(alike)))[0]).toBe(200);
    expect(await bot.stored()).toBe(1_000);
    const bomb = gzipSync(buildList(3_900_000, '0'));
    expect(await bot.push(bomb)).toEqual([
      413,
      `Request Entity Too Large: ${bomb.length} packed bytes may become at most 4194304`,
      null,
    ]);
  });

  it('counts up one line of the error log, however many items are bad', async () => {
    const bot = await connect('bad_bot');
    expect((await bot.push(buildList(9_999, '{"a":1}')))[0]).toBe(200);
    expect((await bot.push(buildList(5_000, '0'), 'send-batch-call'))[0]).toBe(200);
    await expect.poll(async () => (await bot.errors()).length).toBe(2);
    expect((await bot.errors()).sort()).toEqual([
      ['call', 'NotACall', 5_000],
      ['update', 'NotAnItem', 9_999],
    ]);
  });

  it.each([5_000, 200_000])('fails nobody for an item nested %i levels deep', async (levels) => {
    const bot = await connect(`deep${levels}_bot`);
    const deep = `{"update_id":2,"message":{"x":${nested(levels)}}}`;
    expect((await bot.push(`[${JSON.stringify(update(1))},${deep},${JSON.stringify(update(3))}]`))[0]).toBe(200);
    expect(await bot.stored()).toBe(2);
    expect(await bot.errors()).toEqual([['update', 'TooDeep', 1]]);
  });

  it('leaves out items that are no updates by their size alone, and stores their neighbours', async () => {
    const bot = await connect('large_bot');
    const wide = `{"update_id":2,"x":${buildList(60_000, '[]')}}`;
    const longUpdate = `{"update_id":3,"x":"${'x'.repeat(1_100_000)}"}`;
    const largestUpdate = update(4, 'x'.repeat(1_000_000));
    const body = `[${[JSON.stringify(update(1)), wide, longUpdate, JSON.stringify(largestUpdate)].join(',')}]`;
    expect((await bot.push(body))[0]).toBe(200);
    expect(await bot.stored()).toBe(2);
    expect(await bot.errors()).toEqual([['update', 'TooLarge', 2]]);
    expect(await bot.push(longUpdate)).toEqual([413, 'Request Entity Too Large: at most 1048576 bytes', null]);
  });

  it('records a call with a file in its JSON by the file’s size, in a list or alone', async () => {
    const bot = await connect('photo_bot');
    const call = (chat_id: number, photo: unknown) => ({ method: 'sendPhoto', params: { chat_id, photo } });
    const file = Buffer.alloc(1_200_000, 200);
    const list = [call(1, 'AgACAgIAA'), call(2, { source: file }), call(3, file.toString('base64'))];
    expect((await bot.push(JSON.stringify(list), 'send-batch-call'))[0]).toBe(200);
    expect((await bot.push(JSON.stringify(call(4, { ...file.subarray(0, 90_000) })), 'send-call'))[0]).toBe(200);
    expect(await bot.stored()).toBe(4);
    expect(await bot.payloads()).toEqual([
      expect.objectContaining({ params: { chat_id: 1, photo: 'AgACAgIAA' } }),
      expect.objectContaining({ params: { chat_id: 2, photo: { source: { type: 'Buffer', data: '1200000 bytes' } } } }),
      expect.objectContaining({ params: { chat_id: 3, photo: '1600000 characters' } }),
      expect.objectContaining({ params: { chat_id: 4, photo: '90000 bytes' } }),
    ]);
  });

  it('stores nothing of a body that turns out to be no JSON behind its first thousand items', async () => {
    const bot = await connect('torn_bot');
    const validUpdates = Array.from({ length: 2_000 }, (_, id) => JSON.stringify(update(id)));
    for (const end of [',{"update_id":5,}]', ',]', '}', ']]', '] x', '']) {
      expect(await bot.push(`[${validUpdates.join(',')}${end}`)).toEqual([400, 'Wrong json', null]);
    }
    expect(await bot.stored()).toBe(0);
  });

  it('waits its turn where a bot already sends as much as is taken in at a time', async () => {
    const [greedy, modest] = [await connect('greedy_bot'), await connect('modest_bot')];
    const largeBody = JSON.stringify([update(1, 'x'.repeat(900_000)), { x: 'y'.repeat(6_900_000) }]);
    const answers = await Promise.all([...Array(6).fill(largeBody), largeBody].map((body) => greedy.push(body)));
    const rejections = answers.filter(([status]) => status === 429);
    expect(rejections.length).toBeGreaterThan(0);
    expect(answers.every(([status]) => status === 200 || status === 429)).toBe(true);
    for (const [, description, retryAfter] of rejections) {
      expect([description, retryAfter]).toEqual([expect.stringMatching(/^Too Many Requests: /), '5']);
    }
    // The memory is released again, and others were never affected.
    expect((await modest.push(JSON.stringify([update(1)])))[0]).toBe(200);
    expect((await greedy.push(largeBody))[0]).toBe(200);
    expect(await greedy.stored()).toBe(1);
  });
});
