import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import type { MiniApp, Website } from '@botscope/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dataOf } from './connections/test-world.ts';
import { metadataTables } from './erasures/user-data.ts';
import { buildInitData, type HitWorld, openPage, startHitWorld } from './pages/test-apps.ts';
import { botLink, openSite } from './pages/test-websites.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** Above 131,072 bytes a body is read in pieces, and above 65,536 its bytes are counted. */
const maxBytes = 200_000;
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
let world: HitWorld;
let apiKey: string;
let otherKey: string;
let app: MiniApp;
let site: Website;

beforeAll(async () => {
  world = await startHitWorld({ PUSH_MAX_BYTES: String(maxBytes), TRUST_PROXY: '1' });
  const { bots, customFields } = world.server.services;
  apiKey = await bots.rotateApiKey(world.withToken);
  otherKey = await bots.rotateApiKey(world.withoutToken);
  app = await world.addApp(world.withToken);
  const draft = { name: 'Shop', domains: ['example.com'] };
  site = dataOf<Website>(await world.owner.post(`/api/bots/${world.withToken}/websites`, draft));
  const field = { key: 'note', name: 'Note', type: 'text', accountKey: null } as const;
  for (const bot of [world.withToken, world.withoutToken]) await customFields.create(bot, field);
});
afterAll(() => world.server.stop());

/** Rows of both stores, by table; sessions and attempts are the owner's own. */
async function rows(): Promise<Record<string, number>> {
  const { botErrors, metadata, store } = world.server.services;
  await store.flush();
  // Write what waits in memory, the logs of the app and of the website as their pages do.
  await botErrors.close();
  for (const log of [`mini-apps/${app.app_id}`, `websites/${site.site_id}`])
    expect((await world.owner.get(`/api/bots/${world.withToken}/${log}/errors`)).status).toBe(200);
  const counts: Record<string, number> = {};
  for (const table of Object.keys(metadataTables)) {
    const [row] = await metadata.run(`SELECT count(*)::int AS rows FROM "${table}"`);
    counts[table] = Number(row?.rows);
  }
  const sql = 'SELECT uniqExact(bot, id) AS rows FROM events';
  counts.events = Number((await store.query<{ rows: number }>({ sql }))[0]?.rows);
  return counts;
}

const push = async (path: string, body: unknown, key = apiKey) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${world.server.url}/v1/${path}`, {
    method: 'POST',
    headers: { 'api-key': key },
    body: text,
  });
  return response.status;
};
const hit = async (body: object, address = '192.0.2.1') => {
  const headers = { origin: 'https://example.com', 'user-agent': browser, 'x-forwarded-for': address };
  return (await world.send(body, headers)).status;
};

const update = (id: number) => ({
  update_id: id,
  message: {
    message_id: id,
    date: 1_772_359_200,
    text: 'Hello',
    chat: { id: 42, type: 'private' },
    from: { id: 42, is_bot: false, first_name: 'Anna' },
  },
});
const call = { method: 'sendMessage', params: { chat_id: 42, text: 'Hello' }, response: { ok: true, result: {} } };
const value = { key: 'note', user_id: 42, value: 'hers' };
const conversion = { target_id: 1, user_id: 42 };
const largeText = 'x'.repeat(maxBytes);
/** Read in pieces, because it is long; broken behind them. */
const broken = (item: object): string =>
  `[${Array(Math.ceil(150_000 / JSON.stringify(item).length))
    .fill(JSON.stringify(item))
    .join(',')},{"key":`;
const repeatItem = (item: object): object[] => Array.from({ length: 10_001 }, () => ({ ...item }));
const page = () => openPage(app, buildInitData(700));
const events = (count: number) => Array.from({ length: count }, () => ({ n: 'tap' }));
const siteBody = (hits: object[]) => ({ ...openPage({ key: site.key }).body(hits), h: 'example.com' });

it.each<[string, () => Promise<number>, number, () => Promise<number>]>([
  [
    'updates that are too large',
    () => push('send-batch-update', [update(1), largeText]),
    413,
    () => push('send-update', update(2), otherKey),
  ],
  [
    'updates cut off behind valid ones',
    () => push('send-batch-update', broken(update(3))),
    400,
    () => push('send-update', update(4), otherKey),
  ],
  [
    'more updates than one request may have',
    () => push('send-batch-update', repeatItem({})),
    413,
    () => push('send-update', update(5), otherKey),
  ],
  [
    'calls that are too large',
    () => push('send-batch-call', [call, largeText]),
    413,
    () => push('send-call', call, otherKey),
  ],
  [
    'calls cut off behind valid ones',
    () => push('send-batch-call', broken(call)),
    400,
    () => push('send-call', call, otherKey),
  ],
  [
    'values that are too large',
    () => push('send-user-field', [value, largeText]),
    413,
    () => push('send-user-field', [value], otherKey),
  ],
  [
    'values cut off behind valid ones',
    () => push('send-user-field', broken(value)),
    400,
    () => push('send-user-field', [value], otherKey),
  ],
  [
    'conversions that are too large',
    () => push('send-target', [conversion, largeText]),
    413,
    () => push('send-target', conversion, otherKey),
  ],
  [
    'conversions of which one has no target',
    () => push('send-target', [conversion, { ...conversion, target_id: 999_999 }]),
    400,
    () => push('send-target', conversion, otherKey),
  ],
  [
    'more conversions than one request may have',
    () =>
      push(
        'send-target',
        Array.from({ length: 101 }, () => conversion),
      ),
    400,
    () => push('send-target', conversion, otherKey),
  ],
  [
    'a page of a Mini App that sends too much',
    () => hit({ ...page().body([{}]), x: largeText }),
    413,
    () => hit(openPage(app, buildInitData(701)).body([{}])),
  ],
  [
    'a page of a website that sends too much',
    () => hit({ ...siteBody([{}]), x: largeText }),
    413,
    () => hit(siteBody([{}])),
  ],
])('%s: nothing is stored, and others go on', async (_name, sendRefused, status, honest) => {
  const before = await rows();
  expect(await sendRefused()).toBe(status);
  expect(await rows()).toEqual(before);
  expect(await honest()).toBeLessThan(300);
  expect((await rows()).events).toBe(Number(before.events) + 1);
});

it('a user of a Mini App beyond the limit stores nothing, and takes nothing from others', async () => {
  const ownPage = page();
  const send = () => hit(ownPage.body(events(50), ownPage.withInitData));
  for (let index = 0; index < 4; index += 1) expect(await send()).toBe(202);
  const before = await rows();
  // Also under names of launches that were never sent.
  const otherPages = Array.from({ length: 20 }, () => page());
  for (const one of otherPages) expect(await hit(one.body(events(50), one.withInitData))).toBe(429);
  expect(await send()).toBe(429);
  expect(await rows()).toEqual(before);
  const other = openPage(app, buildInitData(702));
  expect(await hit(other.body(events(50), other.withInitData))).toBe(202);
  expect((await rows()).events).toBe(Number(before.events) + 50);
});

/*
 * Items beyond the fiftieth count against the limits, and are stored nowhere. A website has 50,000 events at a time.
 *
 * | address     | events                 | answer |
 * |-------------|------------------------|--------|
 * | 192.0.2.11  | 25,000                 | 202    |
 * | 192.0.2.12  | 25,000                 | 202    |
 * | 192.0.2.13  | 25,000, of them 50 links with tickets | 429 |
 * | 192.0.2.14  | 1, of another website  | 202    |
 */
it('visitors of a website beyond its limit store nothing, tickets neither, and take nothing from others', async () => {
  const flood = (events: readonly object[]) => {
    const body = openSite(site).body(events);
    return { ...body, e: [...body.e, ...Array.from({ length: 25_000 - events.length }, () => 0)] };
  };
  const links = Array.from({ length: 50 }, (_, index) => botLink(`refused${index}`.padEnd(11, '-')));
  expect(await hit(flood([]), '192.0.2.11')).toBe(202);
  const before = await rows();
  expect(await hit(flood([]), '192.0.2.12')).toBe(202);
  expect(await hit(flood(links), '192.0.2.13')).toBe(429);
  expect(await rows()).toEqual(before);
  const draft = { name: 'Other shop', domains: ['example.com'] };
  const other = dataOf<Website>(await world.owner.post(`/api/bots/${world.withToken}/websites`, draft));
  expect(await hit(openSite(other).body([{}]), '192.0.2.14')).toBe(202);
  expect((await rows()).events).toBe(Number(before.events) + 1);
});

it('pushes of a bot beyond the memory for their bodies store nothing, and other bots go on', async () => {
  const before = await rows();
  // Two of the largest bodies of a bot are taken in at a time: two that never end use up all of its memory.
  const neverEnding = async () => {
    const body = request(`${world.server.url}/v1/send-batch-update`, {
      method: 'POST',
      agent: false,
      headers: { 'api-key': apiKey, 'content-length': maxBytes },
    });
    const connected = once(world.server.app.server, 'connection') as Promise<[Socket]>;
    body.on('error', () => undefined).write('x'.repeat(maxBytes - 1));
    const [accepted] = await connected;
    await vi.waitUntil(() => accepted.bytesRead >= maxBytes, { timeout: 10_000 });
    return body;
  };
  const bodies = [await neverEnding(), await neverEnding()];
  const valid = `[${Array.from({ length: 1_000 }, (_, id) => JSON.stringify(update(100 + id))).join(',')}]`;
  expect(await push('send-batch-update', valid)).toBe(429);
  expect(await push('send-batch-update', valid.replaceAll('"update_id":1', '"update_id":2'), otherKey)).toBe(200);
  for (const body of bodies) {
    const closed = new Promise((resolve) => body.once('close', resolve));
    body.destroy();
    await closed;
  }
  expect(await rows()).toEqual({ ...before, events: Number(before.events) + 1_000 });
});
