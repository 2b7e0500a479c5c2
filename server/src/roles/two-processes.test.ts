import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MiniApp, RecentHit } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyEmptyEvents } from '../events/store/test-data.ts';
import { startServer as startClickHouse } from '../events/store/test-stores.ts';
import { dataOf } from '../features/connections/test-world.ts';
import { startTestPostgres, type TestPostgres } from '../platform/metadata/test-postgres.ts';
import { startTestServer, type TestServer, type TestVisitor } from './test-server.ts';
import { openStream } from './test-stream.ts';

/** Time in which the other process must notice a change. */
const soon = { timeout: 1_000, interval: 20 };
const credentials = { email: 'owner@example.com', password: 'correct horse battery' };

const eventsDir = mkdtempSync(join(tmpdir(), 'botscope-clickhouse-'));
let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
let postgres: TestPostgres;
/** Two processes of one installation, each with a data directory of its own. */
let firstServer: TestServer;
let secondServer: TestServer;
let owner: TestVisitor;
let accountKey: string;
beforeAll(async () => {
  await copyEmptyEvents(eventsDir);
  clickhouse = await startClickHouse(eventsDir);
  postgres = await startTestPostgres();
  const stores = { CLICKHOUSE_URL: clickhouse.url, DATABASE_URL: await postgres.createDatabase() };
  firstServer = await startTestServer({ ...stores, ROLES: 'api,worker' });
  secondServer = await startTestServer({ ...stores, ROLES: 'ingest,api' });
  accountKey = (await firstServer.services.accounts.createAccount(credentials)).key;
  owner = await signIn();
}, 90_000);
afterAll(async () => {
  await firstServer.close();
  await secondServer.close();
  await postgres.stop();
  clickhouse.child.stdin?.end();
  await once(clickhouse.child, 'exit');
  rmSync(eventsDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** A browser that is signed in; the processes share its session. */
async function signIn(): Promise<TestVisitor> {
  const visitor = firstServer.visitor();
  await visitor.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
  return visitor;
}
async function push(apiKey: string): Promise<number> {
  const answer = await fetch(`${secondServer.url}/v1/send-batch-update`, {
    method: 'POST',
    headers: { 'Api-Key': apiKey },
    body: JSON.stringify([{ update: { update_id: 1 } }]),
  });
  return answer.status;
}
const addBot = async (name: string): Promise<{ key: string; apiKey: string }> => {
  const { bot, apiKey } = await firstServer.services.bots.add(accountKey, name);
  return { key: bot.key, apiKey };
};

it('a rotated API key stops working on the other process within a second', async () => {
  const { key, apiKey } = await addBot('rotated_bot');
  expect(await push(apiKey)).toBe(200);
  const rotated = await owner.post(`/api/bots/${key}/rotate-api-key`);
  expect(rotated.status).toBe(200);
  await expect.poll(() => push(apiKey), soon).toBe(401);
  expect(await push((rotated.body.data as unknown as { api_key: string }).api_key)).toBe(200);
});

it('a removed bot is refused there, and its waiting updates are deleted', async () => {
  const { bots } = firstServer.services;
  const token = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaww';
  const { bot, apiKey } = await bots.add(accountKey, 'removed_bot', {
    connection_type: 'auto',
    delivery_method: 'webhook',
    // Nobody listens there, so what comes in waits.
    webhook: 'https://127.0.0.1:9/',
    telegram_id: 123_456_789,
    token_sealed: bots.seal(token),
    token_hash: bots.hashToken(token),
  });
  expect(await push(apiKey)).toBe(200);
  const message = { message_id: 1, date: 1_772_000_000, chat: { id: 5, type: 'private' }, text: 'hello' };
  const from = { id: 5, is_bot: false, first_name: 'Ann' };
  await fetch(`${secondServer.url}/hook/${bot.key}/${bots.ourHookSecret(bot.key)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ update_id: 1, message: { ...message, from } }),
  });
  const countWaiting = () => secondServer.services.waitingUpdates.count(bot.key);
  await expect.poll(countWaiting, { timeout: 10_000 }).toBe(1);
  await bots.remove(bot.key);
  await expect.poll(() => push(apiKey), soon).toBe(401);
  await expect.poll(countWaiting, soon).toBe(0);
}, 20_000);

it('live pages follow what happens on the other process', async () => {
  const { key } = await addBot('live_bot');
  const page = await openStream(secondServer.url, owner, `bots/${key}/live`);
  const notifications = await openStream(secondServer.url, owner, 'notifications/live');
  expect((await page.next()).event).toBe('bot');
  expect((await notifications.next()).data).toMatchObject({ unread: 0 });

  const startedAt = performance.now();
  await firstServer.services.notifications.notify(accountKey, {
    kind: 'access',
    code: 'granted',
    botKey: key,
    detail: 'Ann',
  });
  expect((await notifications.next()).data).toMatchObject({ unread: 1 });
  await owner.post(`/api/bots/${key}/rename`, { bot_name: 'renamed_bot' });
  // Events from before the page was open may still be on their way to it.
  const readNextBot = async () => (await page.next()).data as { bot_name: string };
  while ((await readNextBot()).bot_name !== 'renamed_bot');
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  // The first update of a bot comes in on one process, and its owner waits for it on another.
  const elsewhere = await openStream(firstServer.url, owner, `bots/${key}/live`);
  expect((await elsewhere.next()).data).toMatchObject({ status: false });
  secondServer.services.bots.touch(key, Date.now());
  expect((await elsewhere.next()).data).toMatchObject({ status: true });

  for (const stream of [page, elsewhere]) stream.leave();
  await owner.post('/api/user/sign-in/logout');
  expect([await notifications.next(), await notifications.next()].map(({ event }) => event)).toEqual(['gone', 'end']);
  owner = await signIn();
}, 20_000);

it('targets that come and go do so there, and a revoked link opens nothing', async () => {
  const { key } = await addBot('target_bot');
  const { targets } = secondServer.services;
  const draft = { name: 'Sale', trigger: { kind: 'api' }, value: { kind: 'none' } };
  const response = await owner.post(`/api/bots/${key}/targets`, draft);
  const { target_id } = response.body.data as unknown as { target_id: number };
  expect(await targets.unknown(key, [target_id])).toEqual([]);
  await owner.delete(`/api/bots/${key}/targets/${target_id}`);
  await expect.poll(() => targets.unknown(key, [target_id]), soon).toEqual([target_id]);

  const shareResponse = await owner.post(`/api/bots/${key}/shares`, { type_report: 'visitors' });
  const share = shareResponse.body.data as unknown as { id: number; token: string };
  const reader = secondServer.visitor();
  expect((await reader.get(`/api/share/${share.token}`)).status).toBe(200);
  await owner.delete(`/api/bots/${key}/shares/${share.id}`);
  expect((await reader.get(`/api/share/${share.token}`)).status).toBe(404);
});

it('a Mini App that was made here reports there, and its last hits are seen here', async () => {
  const { key } = await addBot('app_bot');
  const app = dataOf<MiniApp>(await owner.post(`/api/bots/${key}/mini-apps`, { system_name: 'shop', origins: [] }));
  const hit = async () => {
    const event = { id: randomBytes(8).toString('hex'), n: 'app_launch', t: Date.now() };
    const body = JSON.stringify({ k: app.key, l: 'ab'.repeat(16), e: [event] });
    const answer = await fetch(`${secondServer.url}/hit`, { method: 'POST', body });
    return [answer.status, answer.headers.get('x-botscope-dropped')];
  };
  await expect.poll(hit, { timeout: 10_000 }).toEqual([202, null]);
  const path = `/api/bots/${key}/mini-apps/${app.app_id}`;
  const recent = async () =>
    dataOf<RecentHit[]>(await owner.get(`${path}/recent-hits`)).filter(({ dropped }) => dropped === null).length;
  await expect.poll(recent, { timeout: 10_000 }).toBe(1);
  await owner.post(`${path}/status`, { status: 'paused' });
  await expect.poll(hit, { timeout: 10_000 }).toEqual([202, 'paused']);
}, 20_000);
