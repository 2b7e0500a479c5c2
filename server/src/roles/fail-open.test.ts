import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bot } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { dataOf, startHook, startWorld, type TestHook, type World } from '../features/connections/test-world.ts';
import { AppError } from '../platform/errors.ts';
import { startTestPostgres, type TestPostgres } from '../platform/metadata/test-postgres.ts';

/** Stands between us and the real server, and can stop passing anything on without hanging up. */
interface StallingPostgres {
  url: string;
  stall(isStalled: boolean): void;
  close(): void;
}

async function startStalling(url: string): Promise<StallingPostgres> {
  const directory = mkdtempSync(join(tmpdir(), 'botscope-stall-'));
  const real = join(
    decodeURIComponent(new URL(url.replace('@/', '@x/')).searchParams.get('host') ?? ''),
    '.s.PGSQL.5432',
  );
  const sockets = new Set<Socket>();
  let isStalled = false;
  const apply = (socket: Socket): void => void (isStalled ? socket.pause() : socket.resume());
  const server = createServer((incoming) => {
    const outgoing = connect(real);
    incoming.on('data', (chunk) => outgoing.write(chunk));
    outgoing.on('data', (chunk) => incoming.write(chunk));
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(one);
      apply(one);
      one
        .on('error', () => undefined)
        .once('close', () => {
          sockets.delete(one);
          other.destroy();
        });
    }
  });
  await new Promise<void>((resolve) => server.listen(join(directory, '.s.PGSQL.5432'), resolve));
  return {
    url: url.replace(/host=[^&]*/, `host=${encodeURIComponent(directory)}`),
    stall(stalled) {
      isStalled = stalled;
      for (const socket of sockets) apply(socket);
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

let postgres: TestPostgres;
let metadata: StallingPostgres;
let world: World;
let hook: TestHook;
/** By webhook, by polling through us, and one that nobody here has met. */
let shop: SimulatedBot;
let poller: SimulatedBot;
let unknownBot: SimulatedBot;
let keys: { shop: string; poller: string };

beforeAll(async () => {
  postgres = await startTestPostgres();
  metadata = await startStalling(await postgres.createDatabase());
  world = await startWorld({ ROLES: 'ingest,api', DATABASE_URL: metadata.url });
  hook = await startHook();
  [shop, poller, unknownBot] = [
    world.telegram.addBot({ username: 'shop_bot' }),
    world.telegram.addBot({ username: 'poller_bot' }),
    world.telegram.addBot({ username: 'unknown_bot' }),
  ];
  await callMethod({ url: world.telegram.url, token: shop.token }, 'setWebhook', { url: hook.url });
  const add = async (body: object) => dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body)).bot.key;
  keys = {
    shop: await add({ bot_name: 'shop_bot', connection_type: 'auto', token: shop.token, over_platform: true }),
    poller: await add({
      ...{ bot_name: 'poller_bot', connection_type: 'auto', token: poller.token },
      ...{ delivery_method: 'getUpdates', delivery_method_send: 'proxy' },
    }),
  };
  await callThroughProxy(poller, 'getMe');
  world.telegram.user({ first_name: 'Anna', bot: shop }).sends('before');
  await vi.waitUntil(() => texts().length === 1, { timeout: 5_000 });
}, 60_000);
afterAll(async () => {
  metadata.stall(false);
  await world.close();
  hook.close();
  metadata.close();
  await postgres.stop();
});
afterEach(() => {
  metadata.stall(false);
  vi.restoreAllMocks();
});

/** Texts that the bot with the webhook got. */
const texts = () =>
  hook.requests.filter(({ body }) => body.includes('"text"')).map(({ body }) => JSON.parse(body).message.text);
const callThroughProxy = async (bot: SimulatedBot, method: string, params: Record<string, unknown> = {}) =>
  (await callMethod({ url: world.server.url, token: bot.token }, method, params)).body;

/** A day in the life of both bots, and how long it took, ms. */
async function live(word: string): Promise<number> {
  const startedAt = performance.now();
  hook.requests.length = 0;
  world.telegram.user({ first_name: 'Anna', bot: shop }).sends(word);
  await expect.poll(texts, { interval: 10, timeout: 5_000 }).toEqual([word]);
  await expect.poll(() => shop.pending, { interval: 10, timeout: 5_000 }).toBe(0);
  const user = world.telegram.user({ first_name: 'Boris', bot: poller });
  user.sends(word);
  expect(await callThroughProxy(poller, 'deleteWebhook')).toMatchObject({ ok: true });
  const { result } = await callThroughProxy(poller, 'getUpdates', { timeout: 1 });
  const [update] = result as { update_id: number; message: { text: string } }[];
  expect(update?.message.text).toBe(word);
  expect(
    await callThroughProxy(poller, 'getUpdates', { offset: (update?.update_id ?? 0) + 1, timeout: 0 }),
  ).toMatchObject({
    result: [],
  });
  expect(await callThroughProxy(poller, 'sendMessage', { chat_id: user.id, text: `re ${word}` })).toMatchObject({
    ok: true,
  });
  return performance.now() - startedAt;
}

/** Returns the recorded events with a word, over both bots. */
async function loadRecordedEvents(word: string): Promise<string[]> {
  const { store } = world.server.services;
  await store.flush();
  const rows = await store.query<{ what: string }>({
    sql: `SELECT concat(kind, ' ', if(kind = 'call', name, text)) AS what FROM events FINAL
          WHERE bot IN ({shop:String}, {poller:String}) AND position(payload, {word:String}) > 0 ORDER BY what`,
    params: { ...keys, word },
  });
  return rows.map(({ what }) => what);
}
const expectedEvents = (word: string) => ['call sendMessage', `message ${word}`, `message ${word}`];

it('a metadata store that hangs: known bots go on as ever, others get 503', async () => {
  // As after a busy moment: connections that are there, and say nothing more.
  await Promise.all(Array.from({ length: 10 }, () => world.server.services.metadata.run('SELECT pg_sleep(0.2)')));
  metadata.stall(true);
  expect(await live('hanging-metadata')).toBeLessThan(6_000);
  const startedAt = performance.now();
  const callsBefore = unknownBot.calls.length;
  expect(await callThroughProxy(unknownBot, 'getMe')).toMatchObject({ ok: false, error_code: 503 });
  expect(unknownBot.calls.length).toBe(callsBefore);
  expect(performance.now() - startedAt).toBeLessThan(8_000);
  metadata.stall(false);
  expect(await loadRecordedEvents('hanging-metadata')).toEqual(expectedEvents('hanging-metadata'));
}, 40_000);

it('an event store that hangs: bots go on, and all is recorded late, once', async () => {
  const { store } = world.server.services;
  const write = store.write.bind(store);
  const gate = Promise.withResolvers<void>();
  vi.spyOn(store, 'write').mockImplementation((events) => gate.promise.then(() => write(events)));
  expect(await live('hanging-events')).toBeLessThan(6_000);
  expect(await loadRecordedEvents('hanging-events')).toEqual([]);
  gate.resolve();
  await expect.poll(() => loadRecordedEvents('hanging-events')).toEqual(expectedEvents('hanging-events'));
}, 40_000);

it('a disk without room: bots go on, and all is recorded when there is some again, once', async () => {
  vi.spyOn(world.server.services.store, 'write').mockRejectedValue(new AppError('StoreUnavailable'));
  expect(await live('full-disk')).toBeLessThan(6_000);
  expect(await loadRecordedEvents('full-disk')).toEqual([]);
  vi.restoreAllMocks();
  await expect.poll(() => loadRecordedEvents('full-disk'), { timeout: 10_000 }).toEqual(expectedEvents('full-disk'));
}, 40_000);
