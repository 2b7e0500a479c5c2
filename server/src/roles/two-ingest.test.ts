import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { freePort } from '@botscope/testkit/throwaway.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyEmptyEvents } from '../events/store/test-data.ts';
import { startServer as startClickHouse } from '../events/store/test-stores.ts';
import { startHook, type TestHook } from '../features/connections/test-world.ts';
import { startTestPostgres, type TestPostgres } from '../platform/metadata/test-postgres.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const publicUrl = 'https://stats.example.com';
const pollOptions = { timeout: 30_000, interval: 20 };
const eventsDir = mkdtempSync(join(tmpdir(), 'botscope-clickhouse-'));
let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
let postgres: TestPostgres;
let telegram: SimulatedTelegram;
let stores: Record<string, string>;
/** Two processes that take traffic in, and requests that reach them in turns. */
let servers: TestServer[];
let accountKey: string;
let turn = 0;
const next = (): string => {
  turn += 1;
  return servers[turn % servers.length]?.url ?? '';
};

beforeAll(async () => {
  await copyEmptyEvents(eventsDir);
  clickhouse = await startClickHouse(eventsDir);
  postgres = await startTestPostgres();
  telegram = await startSimulatedTelegram({
    isLocal: true,
    // Telegram's deliveries go now to the one, now to the other, as a balancer would send them.
    webhookTarget: (url) => (url.origin === publicUrl ? new URL(url.pathname, balancer.url) : url),
  });
  stores = { CLICKHOUSE_URL: clickhouse.url, DATABASE_URL: await postgres.createDatabase() };
  servers = [await startIngest(), await startIngest()];
  const [first] = servers;
  if (first === undefined) throw new Error('no server');
  accountKey = (await first.services.accounts.createAccount({ email: 'a@example.com', password: 'correct horse' })).key;
  balancer = await startBalancer();
}, 120_000);
afterAll(async () => {
  for (const server of servers) await server.close();
  await balancer.close();
  await telegram.stop();
  await postgres.stop();
  clickhouse.child.stdin?.end();
  await once(clickhouse.child, 'exit');
  rmSync(eventsDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function startIngest(): Promise<TestServer> {
  const port = String(await freePort());
  return startTestServer({
    ...stores,
    PORT: port,
    INSTANCE_URL: `http://127.0.0.1:${port}`,
    ROLES: 'ingest,api',
    TELEGRAM_API_ROOT: telegram.url,
    ALLOW_PRIVATE_WEBHOOKS: '1',
    PUBLIC_URL: publicUrl,
  });
}

let balancer: { url: string; close(): Promise<void> };
/** Sends each request to the next server. */
async function startBalancer() {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      ['content-type', 'x-telegram-bot-api-secret-token'].flatMap((name) => {
        const value = request.headers[name];
        return value === undefined ? [] : [[name, String(value)]];
      }),
    );
    const answer = await fetch(`${next()}${request.url}`, {
      method: 'POST',
      headers,
      body: Buffer.concat(chunks),
    }).catch(() => null);
    response.writeHead(answer?.status ?? 502).end(await answer?.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function connect(name: string, hook: TestHook | null): Promise<{ bot: SimulatedBot; key: string }> {
  const bot = telegram.addBot({ username: name });
  const [first] = servers;
  if (first === undefined) throw new Error('no server');
  const { bots } = first.services;
  const creation = await bots.add(accountKey, name, {
    connection_type: 'auto',
    delivery_method: hook === null ? 'getUpdates' : 'webhook',
    webhook: hook?.url ?? '',
    telegram_id: bot.id,
    token_sealed: bots.seal(bot.token),
    token_hash: bots.hashToken(bot.token),
  });
  const { key } = creation.bot;
  if (hook !== null)
    await callMethod({ url: telegram.url, token: bot.token }, 'setWebhook', {
      url: `${publicUrl}/hook/${key}/${bots.ourHookSecret(key)}`,
      max_connections: 10,
    });
  return { bot, key };
}
const parseText = (body: string): string => (JSON.parse(body) as { message: { text: string } }).message.text;

it('webhooks that arrive in turns reach each bot once and in the order of its chats', async () => {
  const hooks = await Promise.all([startHook(), startHook(), startHook()]);
  const connected = await Promise.all(hooks.map((hook, index) => connect(`hook_${index}_bot`, hook)));
  const sentTexts: string[][] = connected.map(() => []);
  for (let round = 0; round < 10; round += 1) {
    for (const [index, { bot }] of connected.entries()) {
      for (const id of [101, 102, 103]) {
        const text = `${id} ${round}`;
        sentTexts[index]?.push(text);
        telegram.user({ id, first_name: `User ${id}`, bot }).sends(text);
      }
    }
  }
  for (const [index, hook] of hooks.entries()) {
    await expect.poll(() => hook.requests.length, pollOptions).toBe(sentTexts[index]?.length);
    const texts = hook.requests.map(({ body }) => parseText(body));
    expect(texts.toSorted()).toEqual(sentTexts[index]?.toSorted());
    for (const id of ['101', '102', '103']) {
      const ofChat = texts.filter((text) => text.startsWith(id));
      expect(ofChat).toEqual(sentTexts[index]?.filter((text) => text.startsWith(id)));
    }
    hook.close();
  }
}, 60_000);

it('polls that arrive in turns get each update once, and calls about the webhook reach who serves the bot', async () => {
  const { bot } = await connect('poll_bot', null);
  const anna = telegram.user({ first_name: 'Anna', bot });
  const receivedTexts: string[] = [];
  let offset = 0;
  for (let round = 0; round < 6; round += 1) {
    anna.sends(`text ${round}`);
    const { body } = await callMethod({ url: next(), token: bot.token }, 'getUpdates', { offset, timeout: 5 });
    const updates = (body as { result: { update_id: number; message: { text: string } }[] }).result;
    for (const { update_id, message } of updates) {
      receivedTexts.push(message.text);
      offset = update_id + 1;
    }
    const info = await callMethod({ url: next(), token: bot.token }, 'getWebhookInfo');
    expect(info.body).toMatchObject({ ok: true, result: { url: '' } });
  }
  expect(receivedTexts).toEqual(['text 0', 'text 1', 'text 2', 'text 3', 'text 4', 'text 5']);
  // Two polls at a time, one at each: as with one process, the newer is served and the older gets Telegram's 409.
  const polls = [callMethod({ url: next(), token: bot.token }, 'getUpdates', { offset, timeout: 10 })];
  await expect.poll(() => bot.isPolling, pollOptions).toBe(true);
  polls.push(callMethod({ url: next(), token: bot.token }, 'getUpdates', { offset, timeout: 1 }));
  const answers = await Promise.all(polls);
  expect(answers.map(({ status }) => status)).toEqual([409, 200]);
}, 60_000);

it('a process that stops gives what waits to the other one, and new traffic goes there', async () => {
  const hook = await startHook();
  const { bot, key } = await connect('down_bot', hook);
  const anna = telegram.user({ first_name: 'Anna', bot });
  anna.sends('before');
  const served = async () =>
    (await servers[0]?.services.instances.list())?.map(({ served_bots }) => Number(served_bots));
  await expect.poll(async () => (await served())?.reduce((sum, bots) => sum + bots, 0), pollOptions).toBe(5);
  await expect.poll(() => hook.requests.length, pollOptions).toBe(1);
  hook.answer = { status: 500, body: '' };
  for (const text of ['one', 'two', 'three']) anna.sends(text);
  const countWaiting = () => servers.map(({ services }) => services.waitingUpdates.count(key));
  await expect.poll(() => Math.max(...countWaiting()), pollOptions).toBe(3);
  const totals = () => Promise.all(servers.map(({ services }) => services.waitingUpdates.total(key)));
  await expect.poll(totals, pollOptions).toEqual([3, 3]);
  const holder = countWaiting().indexOf(3);
  const [stopping] = servers.splice(holder, 1);
  await stopping?.close();
  expect(countWaiting()).toEqual([3]);
  anna.sends('four');
  await expect.poll(() => bot.pending, pollOptions).toBe(0);
  hook.requests.length = 0;
  hook.answer = { status: 200, body: '' };
  await expect.poll(() => hook.requests.length, { timeout: 60_000, interval: 50 }).toBe(4);
  expect(hook.requests.map(({ body }) => parseText(body))).toEqual(['one', 'two', 'three', 'four']);
  await expect.poll(countWaiting, pollOptions).toEqual([0]);
  hook.close();
  servers.push(await startIngest());
}, 120_000);
