import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClock, type Duration, type SettableClock, toMilliseconds } from '../clock.ts';
import { type SimulatedTelegram, startSimulatedTelegram } from './server.ts';
import type { SimulatedBot } from './simulated-bot.ts';
import { callMethod } from './test-client.ts';

interface Received {
  raw: string[];
  url: string | undefined;
  body: string;
}

let clock: SettableClock;
let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let hook: Server;
let receivedRequests: Received[];
let reply: (request: Received, response: ServerResponse) => void;
const call = (method: string, parameters: Record<string, unknown> = {}) =>
  callMethod({ url: telegram.url, token: bot.token }, method, parameters);
const setWebhook = (parameters: Record<string, unknown> = {}) =>
  call('setWebhook', { url: 'https://bots.example.com/hook?x=1', ...parameters });
const arrived = (count: number) =>
  vi.waitUntil(() => receivedRequests.length >= count, { timeout: 5_000, interval: 5 });
/** The pause before the next repeat has begun; a request in flight has a timer of its own, of a minute. */
const pause = (length: Duration) =>
  vi.waitUntil(() => clock.nextIn === toMilliseconds(length), { timeout: 5_000, interval: 5 });
const textOf = (item: Received) => (JSON.parse(item.body) as { message?: { text?: string } }).message?.text;

beforeEach(async () => {
  receivedRequests = [];
  reply = (_, response) => response.end();
  hook = createServer((request, response) => void read(request, response));
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const { port } = hook.address() as { port: number };
  clock = createClock('2026-03-02T09:00:00Z');
  telegram = await startSimulatedTelegram({
    clock,
    webhookTarget: (url) => new URL(url.pathname + url.search, `http://127.0.0.1:${port}`),
  });
  bot = telegram.addBot({ username: 'shop_bot' });
});
afterEach(async () => {
  await telegram.stop();
  hook.closeAllConnections();
  hook.close();
});

async function read(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const item = { raw: request.rawHeaders, url: request.url, body: Buffer.concat(chunks).toString() };
  receivedRequests.push(item);
  reply(item, response);
}

test('setWebhook validates as Telegram does', async () => {
  const rejection = async (parameters: Record<string, unknown>) => {
    const { description } = (await setWebhook(parameters)).body;
    clock.advance('1s');
    return description;
  };
  expect(await rejection({ url: 'http://bots.example.com/' })).toBe(
    'Bad Request: bad webhook: An HTTPS URL must be provided for webhook',
  );
  expect(await rejection({ url: 'https://bots.example.com:8080/' })).toBe(
    'Bad Request: bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443',
  );
  expect(await rejection({ url: 'https://192.168.1.5/' })).toBe(
    'Bad Request: bad webhook: IP address 192.168.1.5 is reserved',
  );
  expect(await rejection({ url: 'https://%%%' })).toBe('Bad Request: invalid webhook URL specified');
  expect(await rejection({ secret_token: 'with space' })).toBe(
    'Bad Request: secret token contains unallowed characters',
  );
  expect(await rejection({ secret_token: 'x'.repeat(257) })).toBe('Bad Request: secret token is too long');
  expect((await call('getWebhookInfo')).body.result).toEqual({
    url: '',
    has_custom_certificate: false,
    pending_update_count: 0,
  });
  expect(await rejection({ max_connections: 1_000, allowed_updates: ['message'] })).toBe('Webhook was set');
  expect((await call('getWebhookInfo')).body.result).toEqual({
    url: 'https://bots.example.com/hook?x=1',
    has_custom_certificate: false,
    pending_update_count: 0,
    max_connections: 100,
    ip_address: '203.0.113.7',
    allowed_updates: ['message'],
  });
  expect(await rejection({ max_connections: 100 })).toBe('Webhook is already set');
  await setWebhook();
  expect((await setWebhook()).body).toMatchObject({ error_code: 429, parameters: { retry_after: 1 } });
});

test('a delivery has the headers, their order and the body of the real server', async () => {
  await setWebhook({ url: 'https://user:p%40ss@bots.example.com/hook?x=1', secret_token: 's3cret_-' });
  const anna = telegram.user({ first_name: 'Анна' });
  anna.sends('/start');
  await arrived(1);
  const [item] = receivedRequests;
  expect(item?.url).toBe('/hook?x=1');
  expect(item?.raw).toEqual([
    'Host',
    'bots.example.com',
    'Authorization',
    `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
    'X-Telegram-Bot-Api-Secret-Token',
    's3cret_-',
    'Content-Type',
    'application/json',
    'Content-Length',
    String(Buffer.byteLength(item?.body ?? '')),
    'Connection',
    'keep-alive',
    'Accept-Encoding',
    'gzip, deflate',
  ]);
  expect(item?.body).toMatch(/^\{"update_id":\d+,\n"message":\{"message_id":1,/);
  await vi.waitUntil(() => bot.pending === 0, 10_000);
});

test('a failing chat keeps its order and is retried at once, then after 2, 4 … seconds; other chats go on', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  const boris = telegram.user({ first_name: 'Boris' });
  let isDown = true;
  reply = (item, response) => {
    const isAnna = item.body.includes('"Anna"');
    response.writeHead(isDown && isAnna ? 500 : 200).end();
  };
  await setWebhook();
  anna.sends('a1');
  anna.sends('a2');
  boris.sends('b1');
  await arrived(3);
  expect(receivedRequests.map(textOf).sort()).toEqual(['a1', 'a1', 'b1']);
  await pause('2s');
  clock.advance('1999ms');
  expect(receivedRequests.length).toBe(3);
  clock.advance('1ms');
  await arrived(4);
  await pause('4s');
  expect((await call('getWebhookInfo')).body.result).toMatchObject({
    pending_update_count: 2,
    last_error_date: 1_772_442_002,
    last_error_message: 'Wrong response from the webhook: 500 Internal Server Error',
  });
  isDown = false;
  clock.advance('4s');
  await arrived(6);
  expect(receivedRequests.slice(3).map(textOf)).toEqual(['a1', 'a1', 'a2']);
});

test('a chat whose message is being worked on does not hold up its button presses', async () => {
  const pending: ServerResponse[] = [];
  reply = (item, response) => {
    if (item.body.includes('"message":{"message_id":1,')) pending.push(response);
    else response.end();
  };
  await setWebhook();
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('slow');
  anna.sends('waits');
  bot.receives({ callback_query: { id: '1', from: anna.user, chat_instance: '1', data: 'quick' } });
  await arrived(2);
  expect(receivedRequests.map((item) => (item.body.includes('callback_query') ? 'press' : textOf(item)))).toEqual([
    'slow',
    'press',
  ]);
  pending[0]?.end();
  await arrived(3);
  expect(textOf(receivedRequests[2]!)).toBe('waits');
});

test("one's own local server may push to plain HTTP on any port", async () => {
  const localTelegram = await startSimulatedTelegram({ clock, isLocal: true });
  const ownBot = localTelegram.addBot({ username: 'own_bot' });
  const { port } = hook.address() as { port: number };
  await callMethod({ url: localTelegram.url, token: ownBot.token }, 'setWebhook', {
    url: `http://127.0.0.1:${port}/own`,
  });
  localTelegram.user({ first_name: 'Anna' }).sends('hi');
  await arrived(1);
  expect([receivedRequests[0]?.url, receivedRequests[0]?.raw[1]]).toEqual(['/own', `127.0.0.1:${port}`]);
  await localTelegram.stop();
});

test('Retry-After is respected', async () => {
  reply = (_, response) => response.writeHead(receivedRequests.length < 2 ? 503 : 200, { 'Retry-After': '90' }).end();
  await setWebhook();
  telegram.user({ first_name: 'Anna' }).sends('a');
  await arrived(1);
  await pause('90s');
  clock.advance('89s');
  expect(receivedRequests.length).toBe(1);
  clock.advance('1s');
  await arrived(2);
});

test('the reply of a webhook is executed as a method call, but not every method', async () => {
  const anna = telegram.user({ first_name: 'Anna' });
  const replies = [
    { method: 'sendMessage', chat_id: anna.user.id, text: 'Hello' },
    { method: 'getMe' },
    { method: 'deleteWebhook' },
  ];
  reply = (_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(replies[receivedRequests.length - 1]));
  await setWebhook();
  for (const text of ['1', '2', '3']) anna.sends(text);
  await arrived(3);
  await vi.waitUntil(() => bot.pending === 0, 10_000);
  expect(bot.calls.filter((item) => item.via === 'webhook reply').map((item) => [item.method, item.status])).toEqual([
    ['sendMessage', 200],
  ]);
  expect(bot.webhookUrl).toBeDefined();
});

test('410 for 23 hours removes the webhook', async () => {
  reply = (_, response) => response.writeHead(410).end();
  await setWebhook();
  const anna = telegram.user({ first_name: 'Anna' });
  anna.sends('first');
  await arrived(2);
  await pause('2s');
  // The jump finds a repeat in flight and cuts it off; the next repeat is the one that sees 23 hours.
  clock.advance('23h');
  await pause('4s');
  expect(bot.webhookUrl).toBeDefined();
  clock.advance('10s');
  await vi.waitUntil(() => bot.webhookUrl === undefined, 10_000);
  expect((await call('getUpdates')).body.result).toMatchObject([{ message: { text: 'first' } }]);
});

test('a closed port is reported as "Connection refused"', async () => {
  hook.close();
  await setWebhook();
  telegram.user({ first_name: 'Anna' }).sends('a');
  await vi.waitUntil(() => bot.lastDeliveryError !== undefined, 10_000);
  expect(bot.lastDeliveryError?.message).toBe('Connection refused');
});
