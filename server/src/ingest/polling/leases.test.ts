import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BotLeases, LeaseHolder } from '../leases/bot-leases.ts';
import { createPassOn } from '../leases/pass-on.ts';
import { startTestProxy, type TestProxy, testBot } from '../proxy/test-proxy.ts';

const secret = 'installation-secret';
/** Process that serves the bot, as the process under test knows it. */
let holder: LeaseHolder;
let lose: () => void;
let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let testProxy: TestProxy;
/** Telegram as the bot's calls reach it, with their headers; and another process of the installation. */
let receivedRequests: { url: string; headers: IncomingHttpHeaders; body: string }[];
let other: Server;
let otherUrl: string;

beforeEach(async () => {
  holder = { is: 'here' };
  receivedRequests = [];
  telegram = await startSimulatedTelegram();
  bot = telegram.addBot({ username: 'shop_bot' });
  other = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    receivedRequests.push({ url: request.url ?? '', headers: request.headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true,"result":"of another"}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const leases: BotLeases = {
    holderOf: () => holder,
    claim: async () => holder,
    isInherited: () => false,
    onLost(listener) {
      lose = () => listener('abc0123456789', false);
    },
    onGained: () => undefined,
    successorOf: async () => null,
    leave: async () => undefined,
  };
  testProxy = await startTestProxy(telegram.url, { leases, passOn: createPassOn(secret) });
  testProxy.bots.set(bot.token, testBot({ apiRoot: telegram.url }));
});
afterEach(async () => {
  await testProxy.stop();
  await telegram.stop();
  other.closeAllConnections();
  other.close();
});

const call = (method: string, parameters: Record<string, unknown> = {}) =>
  callMethod({ url: testProxy.url, token: bot.token }, method, parameters);

test.each(['getUpdates', 'getWebhookInfo', 'setWebhook', 'deleteWebhook', 'logOut', 'close'])(
  '%s goes to the process that serves the bot, as it came, and its answer back',
  async (method) => {
    holder = { is: 'elsewhere', address: otherUrl };
    const answer = await call(method, { drop_pending_updates: true });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, result: 'of another' } });
    expect(receivedRequests).toMatchObject([
      { url: `/bot${bot.token}/${method}`, headers: { 'x-botscope-passed-on': secret } },
    ]);
    expect(receivedRequests[0]?.body).toContain('drop_pending_updates');
    expect(bot.calls).toEqual([]);
  },
);

test('an ordinary call needs nobody but Telegram', async () => {
  holder = { is: 'elsewhere', address: otherUrl };
  expect((await call('getMe')).body).toMatchObject({ ok: true, result: { username: 'shop_bot' } });
  expect(receivedRequests).toEqual([]);
});

test('a poll gets 503 where nobody can serve the bot, so that its library asks again', async () => {
  holder = { is: 'elsewhere', address: null };
  expect(await call('getUpdates')).toMatchObject({ status: 503, body: { ok: false, error_code: 503 } });
  holder = { is: 'elsewhere', address: 'http://127.0.0.1:9' };
  expect(await call('getUpdates')).toMatchObject({ status: 503, body: { ok: false, error_code: 503 } });
});

test('a poll under way ends with nothing when another process serves the bot, and confirms nothing any more', async () => {
  const polling = call('getUpdates', { timeout: 50 });
  await expect.poll(() => bot.isPolling).toBe(true);
  expect(testProxy.proxy.isIdle('abc0123456789')).toBe(false);
  holder = { is: 'elsewhere', address: otherUrl };
  lose();
  expect((await polling).body).toEqual({ ok: true, result: [] });
  await expect.poll(() => bot.isPolling).toBe(false);
  expect(testProxy.proxy.isIdle('abc0123456789')).toBe(true);
});

test('the secret of the installation never reaches Telegram', async () => {
  testProxy.bots.set(bot.token, testBot({ apiRoot: otherUrl }));
  for (const method of ['close', 'getMe'])
    await fetch(`${testProxy.url}/bot${bot.token}/${method}`, { headers: { 'X-Botscope-Passed-On': secret } });
  expect(receivedRequests.map(({ url }) => url)).toEqual([`/bot${bot.token}/close`, `/bot${bot.token}/getMe`]);
  expect(JSON.stringify(receivedRequests)).not.toContain(secret);
});
