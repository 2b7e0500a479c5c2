import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Takeover } from '@botscope/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyEmptyEvents } from '../events/store/test-data.ts';
import { startServer as startClickHouse } from '../events/store/test-stores.ts';
import { startHook, type TestHook } from '../features/connections/test-world.ts';
import { startTestPostgres, type TestPostgres } from '../platform/metadata/test-postgres.ts';
import { startTestServer, type TestServer, type TestVisitor } from './test-server.ts';
import { openStream } from './test-stream.ts';

const eventsDir = mkdtempSync(join(tmpdir(), 'botscope-clickhouse-'));
const credentials = { email: 'owner@example.com', password: 'correct horse battery' };
const token = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaww';
const userId = 77;

let clickhouse: Awaited<ReturnType<typeof startClickHouse>>;
let postgres: TestPostgres;
/** One process has the pages, the other one the traffic. */
let pages: TestServer;
let traffic: TestServer;
let hook: TestHook;
let owner: TestVisitor;
let key: string;
beforeAll(async () => {
  await copyEmptyEvents(eventsDir);
  clickhouse = await startClickHouse(eventsDir);
  postgres = await startTestPostgres();
  hook = await startHook();
  const stores = { CLICKHOUSE_URL: clickhouse.url, DATABASE_URL: await postgres.createDatabase() };
  pages = await startTestServer({ ...stores, ROLES: 'api,worker' });
  traffic = await startTestServer({ ...stores, ROLES: 'ingest,api', ALLOW_PRIVATE_WEBHOOKS: '1' });
  const { accounts, bots } = pages.services;
  const account = await accounts.createAccount(credentials);
  const creation = await bots.add(account.key, 'talk_bot', {
    connection_type: 'auto',
    delivery_method: 'webhook',
    webhook: hook.url,
    telegram_id: 123_456_789,
    token_sealed: bots.seal(token),
    token_hash: bots.hashToken(token),
  });
  key = creation.bot.key;
  owner = pages.visitor();
  await owner.post('/api/user/sign-in/login', { identity: credentials.email, password: credentials.password });
}, 90_000);
afterAll(async () => {
  await pages.close();
  await traffic.close();
  hook.close();
  await postgres.stop();
  clickhouse.child.stdin?.end();
  await once(clickhouse.child, 'exit');
  rmSync(eventsDir, { recursive: true, force: true });
});

let updates = 0;
/** Telegram delivers a message to the process with the traffic; resolves when it is answered. */
async function says(text: string): Promise<void> {
  updates += 1;
  const from = { id: userId, is_bot: false, first_name: 'Ann' };
  const message = {
    message_id: updates,
    date: Math.floor(Date.now() / 1_000),
    from,
    chat: { id: userId, type: 'private' },
  };
  const answer = await fetch(`${traffic.url}/hook/${key}/${traffic.services.bots.ourHookSecret(key)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ update_id: updates, message: { ...message, text } }),
  });
  expect(answer.status).toBe(200);
}
const path = (rest: string): string => `/api/bots/${key}/users/${userId}${rest}`;
const texts = () =>
  hook.requests.map(({ body }) => (JSON.parse(String(body)) as { message: { text: string } }).message.text);
const createChangeEvent = (subject: string) => ({ event: 'changed', data: { what: subject } });

it('a message that one process records is on a page of the other within a second', async () => {
  await says('/start');
  await expect.poll(async () => (await owner.get(path('/messages'))).status, { timeout: 20_000 }).toBe(200);
  const stream = await openStream(pages.url, owner, path('/live').slice('/api/'.length));
  expect([await stream.next(), await stream.next()]).toEqual([
    createChangeEvent('events'),
    createChangeEvent('takeover'),
  ]);

  const began = performance.now();
  await says('hello');
  expect(await stream.next()).toEqual(createChangeEvent('events'));
  // Twice the promise: machines of tests have other work too.
  expect(performance.now() - began).toBeLessThan(2_000);
  const { body } = await owner.get(path('/messages'));
  expect(JSON.stringify(body)).toContain('hello');
  stream.leave();
}, 30_000);

it('a chat that is taken over in one process is kept from the bot by the other, and its pages hear of both ends', async () => {
  const elsewhere = await openStream(traffic.url, owner, path('/live').slice('/api/'.length));
  expect([await elsewhere.next(), await elsewhere.next()]).toEqual([
    createChangeEvent('events'),
    createChangeEvent('takeover'),
  ]);

  expect((await owner.post(path('/takeover'), {})).status).toBe(200);
  expect(await elsewhere.next()).toEqual(createChangeEvent('takeover'));
  const before = texts();
  await says('to a human');
  const current = async () => (await owner.get(path('/takeover'))).body.data as unknown as Takeover;
  await expect.poll(async () => (await current()).current?.withheld, { timeout: 10_000 }).toBe(1);
  expect(texts()).toEqual(before);

  expect((await owner.post(path('/takeover/release'), {})).status).toBe(200);
  await expect.poll(() => traffic.services.takeovers.chatsOf(key), { timeout: 1_000 }).toEqual([]);
  await says('to the bot');
  await expect.poll(texts, { timeout: 10_000 }).toEqual([...before, 'to the bot']);
  elsewhere.leave();
}, 60_000);
