import type { Bot } from '@botscope/contract';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Intercepts, ProxyBot } from '../../ingest/proxy/proxy-deps.ts';
import { createWaitingUpdates } from '../../ingest/relay/waiting-updates.ts';
import { createIntercepts } from './intercepts.ts';
import { dataOf, publicUrl, startWorld, type World } from './test-world.ts';

const ownWebhook = 'https://bots.example.com/hook?x=1';
const successReply = (description: string) => ({
  status: 200,
  body: `{"ok":true,"result":true,"description":"${description}"}`,
});

let world: World;
let intercepts: Intercepts<ProxyBot>;
beforeAll(async () => {
  world = await startWorld();
  intercepts = world.server.services.intercepts;
});
afterAll(() => world.close());

/** Telegram takes one setWebhook a second. */
const second = () => new Promise((resolve) => setTimeout(resolve, 1_050));
const row = async (key: string) => (await world.server.services.bots.byKey(key))!;
const loadSecret = async (key: string) => world.server.services.bots.botWebhookSecretOf(await row(key));
const loadInfo = async ({ token }: SimulatedBot) =>
  (await callMethod({ url: world.telegram.url, token }, 'getWebhookInfo')).body.result as Record<string, unknown>;

async function connect(name: string, extraFields: Record<string, unknown>) {
  const simulated = world.telegram.addBot({ username: name });
  const response = await world.owner.post('/api/bots', { bot_name: name, token: simulated.token, ...extraFields });
  const { key } = dataOf<{ bot: Bot }>(response).bot;
  const caller: ProxyBot = {
    key,
    apiRoot: world.telegram.url,
    recordsCalls: true,
    delivery: 'getUpdates',
    allowedUpdates: null,
  };
  const { token } = simulated;
  return {
    key,
    simulated,
    caller,
    token,
    set: (params: Record<string, string>, hasCertificate = false) =>
      intercepts.setWebhook(caller, token, { params, hasCertificate }),
    remove: () => intercepts.deleteWebhook(caller, token, { dropPending: false }),
    info: async () => {
      const reply = await intercepts.getWebhookInfo(caller, token);
      return reply === 'forward' ? reply : (JSON.parse(reply.body) as { result?: unknown }).result;
    },
    hookUrl: `${publicUrl}/hook/${key}/${world.server.services.bots.ourHookSecret(key)}`,
  };
}
const polling = { connection_type: 'auto', delivery_method: 'getUpdates' };

describe('a bot that sets its webhook through us', () => {
  it('hears what Telegram would say, and sees its own address; Telegram has ours', async () => {
    const bot = await connect('setting_bot', polling);
    const params = {
      url: ownWebhook,
      secret_token: 'own-secret',
      max_connections: '7',
      allowed_updates: '["message","poll"]',
    };
    expect(await bot.set(params)).toEqual(successReply('Webhook was set'));
    expect(bot.simulated.webhookUrl).toBe(bot.hookUrl);
    expect((await loadInfo(bot.simulated)).allowed_updates).toHaveLength(27);
    expect(await row(bot.key)).toMatchObject({
      delivery_method: 'webhook',
      webhook: ownWebhook,
      allowed_updates: ['message', 'poll'],
    });
    expect(await loadSecret(bot.key)).toBe('own-secret');
    expect(await bot.info()).toEqual({
      url: ownWebhook,
      has_custom_certificate: false,
      pending_update_count: 0,
      max_connections: 7,
      allowed_updates: ['message', 'poll'],
    });
    await second();
    expect(await bot.set(params)).toEqual(successReply('Webhook is already set'));
    await second();
    // Another secret: Telegram sees no difference, the bot must.
    expect(await bot.set({ url: ownWebhook, secret_token: 'newer' })).toEqual(successReply('Webhook was set'));
    expect(await loadSecret(bot.key)).toBe('newer');
    // The kinds stay: the call does not mention them.
    expect((await row(bot.key)).allowed_updates).toEqual(['message', 'poll']);
    expect(bot.simulated.calls.some(({ params: callParams }) => callParams.drop_pending_updates !== undefined)).toBe(
      false,
    );

    expect(await bot.remove()).toEqual(successReply('Webhook was deleted'));
    expect(await bot.remove()).toEqual(successReply('Webhook is already deleted'));
    expect(await row(bot.key)).toMatchObject({ delivery_method: 'getUpdates', webhook: '', former_webhook: null });
    expect(await bot.info()).toEqual({
      url: '',
      has_custom_certificate: false,
      pending_update_count: 0,
      allowed_updates: expect.any(Array),
    });
  });

  it('an empty address removes it', async () => {
    const bot = await connect('emptying_bot', polling);
    await bot.set({ url: ownWebhook });
    expect(await bot.set({ url: '' })).toEqual(successReply('Webhook was deleted'));
    expect(bot.simulated.webhookUrl).toBeUndefined();
    expect(await bot.set({})).toEqual(successReply('Webhook is already deleted'));
  });

  it('passes on Telegram’s errors and changes nothing', async () => {
    const bot = await connect('refused_set_bot', polling);
    await bot.set({ url: ownWebhook });
    const other = 'https://other.example.com/';
    bot.simulated.script({ method: 'setWebhook', outcome: { retryAfter: 3 } });
    expect(await bot.set({ url: other })).toEqual({
      status: 429,
      body: '{"ok":false,"error_code":429,"description":"Too Many Requests: retry after 3","parameters":{"retry_after":3}}',
    });
    expect((await row(bot.key)).webhook).toBe(ownWebhook);
    expect(await bot.set({ url: ownWebhook, secret_token: '?' })).toEqual({
      status: 400,
      body: '{"ok":false,"error_code":400,"description":"Bad Request: secret token contains unallowed characters"}',
    });
    bot.simulated.script({ method: 'deleteWebhook', outcome: { status: 502, html: 'Bad Gateway' } });
    expect(await bot.remove()).toEqual({
      status: 502,
      body: '{"ok":false,"error_code":502,"description":"Bad Gateway"}',
    });
    expect(await row(bot.key)).toMatchObject({ delivery_method: 'webhook', webhook: ownWebhook });
    bot.simulated.revokeToken();
    expect(await bot.remove()).toMatchObject({ status: 401 });
  });

  it('hears of a name that means a private network, or nothing, what Telegram would say of it', async () => {
    const bot = await connect('private_name_bot', polling);
    const { context } = world.server.services.connections;
    const meanings = { 'inside.example.com': { reserved: '10.0.0.7' }, 'nowhere.example.com': 'unresolved' } as const;
    const lookUpHost = async (name: string) => meanings[name as keyof typeof meanings] ?? 'unknown';
    const strict = createIntercepts(
      { ...context, lookUpHost, allowPrivateWebhooks: false },
      { waitingUpdates: createWaitingUpdates() },
    );
    const set = (url: string) => strict.setWebhook(bot.caller, bot.token, { params: { url }, hasCertificate: false });
    const errorReply = (words: string) => ({
      status: 400,
      body: JSON.stringify({ ok: false, error_code: 400, description: `Bad Request: bad webhook: ${words}` }),
    });
    expect(await set('https://inside.example.com/hook')).toEqual(errorReply('IP address 10.0.0.7 is reserved'));
    expect(await set('https://nowhere.example.com/')).toEqual(
      errorReply('Failed to resolve host: Name or service not known'),
    );
    expect(await row(bot.key)).toMatchObject({ delivery_method: 'getUpdates', webhook: '' });
    // A name server that is away stops no bot; the connection itself is guarded.
    expect(await set(ownWebhook)).toEqual(successReply('Webhook was set'));
  });

  it('goes straight to Telegram where it is not our business', async () => {
    const copies = await connect('copies_bot', { connection_type: 'api', token: undefined });
    expect(await copies.set({ url: ownWebhook })).toBe('forward');
    expect(await copies.remove()).toBe('forward');
    expect(await copies.info()).toBe('forward');
    expect(await intercepts.logOut(copies.caller, copies.token)).toBe('forward');

    const manual = await connect('by_hand_bot', polling);
    // The owner has put our address into the bot’s code, as instructed.
    expect(await manual.set({ url: manual.hookUrl })).toBe('forward');
    expect((await row(manual.key)).delivery_method).toBe('webhook');
    // A certificate that only Telegram gets to see.
    expect(await manual.set({ url: ownWebhook }, true)).toBe('forward');
  });

  it('goes straight to Telegram where Telegram cannot reach us, or the change cannot be stored; its owner is notified', async () => {
    const bot = await connect('unreached_bot', polling);
    const { context } = world.server.services.connections;
    const waitingUpdates = createWaitingUpdates();
    const unreachableIntercepts = createIntercepts(
      { ...context, addresses: { ...context.addresses, hookReachable: false } },
      { waitingUpdates },
    );
    const request = { params: { url: ownWebhook }, hasCertificate: false };
    expect(await unreachableIntercepts.setWebhook(bot.caller, bot.token, request)).toBe('forward');
    const problems = async () => dataOf<Bot>(await world.owner.get(`/api/bots/${bot.key}`)).problems;
    await expect.poll(problems).toMatchObject([{ code: 'WebhookChanged', detail: ownWebhook }]);

    const failingBots = { ...context.bots, change: () => Promise.reject(new Error('the store is away')) };
    const blind = createIntercepts({ ...context, bots: failingBots }, { waitingUpdates });
    expect(await blind.setWebhook(bot.caller, bot.token, request)).toBe('forward');
    await second();
    await callMethod({ url: world.telegram.url, token: bot.token }, 'setWebhook', { url: ownWebhook });
    expect(await blind.deleteWebhook(bot.caller, bot.token, { dropPending: false })).toEqual(
      successReply('Webhook was deleted'),
    );
  });

  it('counts what waits here among what is pending', async () => {
    const bot = await connect('waiting_bot', polling);
    await bot.set({ url: ownWebhook });
    const { context } = world.server.services.connections;
    const waitingUpdates = createWaitingUpdates();
    waitingUpdates.setCount(bot.key, 5);
    const holding = createIntercepts(context, { waitingUpdates });
    const reply = await holding.getWebhookInfo(bot.caller, bot.token);
    expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('"pending_update_count":5') });
  });
});

describe('a bot that begins to poll', () => {
  it('changes nothing by one stray poll while its own webhook is set', async () => {
    const bot = await connect('stray_bot', polling);
    await bot.set({ url: ownWebhook });
    const before = await row(bot.key);
    expect(before).toMatchObject({ delivery_method: 'webhook', webhook: ownWebhook });
    expect(await intercepts.beginPolling(bot.caller, bot.token)).toBe(false);
    expect(bot.simulated.webhookUrl).toBe(bot.hookUrl);
    expect(await row(bot.key)).toEqual(before);
  });

  it('gets a webhook of ours without an address of its own out of its way, with what is pending kept', async () => {
    const bot = await connect('begins_bot', { connection_type: 'auto' });
    await world.server.services.bots.change(bot.key, { webhook: '', former_webhook: null });
    expect(bot.simulated.webhookUrl).toBe(bot.hookUrl);
    world.hook.answer = { status: 500, body: '' };
    world.telegram.user({ first_name: 'Anna', bot: bot.simulated }).sends('hi');
    expect(await intercepts.beginPolling(bot.caller, bot.token)).toBe(true);
    expect(bot.simulated.webhookUrl).toBeUndefined();
    expect(bot.simulated.pending).toBe(1);
    expect(await row(bot.key)).toMatchObject({ connection_type: 'auto', delivery_method: 'getUpdates', webhook: '' });
    world.hook.answer = { status: 200, body: '' };
  });

  it('keeps a webhook that is not ours: then the conflict is real', async () => {
    const bot = await connect('foreign_bot', polling);
    await callMethod({ url: world.telegram.url, token: bot.token }, 'setWebhook', { url: ownWebhook });
    await intercepts.beginPolling(bot.caller, bot.token);
    expect(bot.simulated.webhookUrl).toBe(ownWebhook);
    expect(await bot.info()).toMatchObject({ url: ownWebhook, ip_address: '203.0.113.7' });
  });

  it('is remembered with the kinds it asks for', async () => {
    const bot = await connect('kinds_bot', polling);
    intercepts.rememberAllowedUpdates(bot.caller, ['message']);
    await expect.poll(async () => (await row(bot.key)).allowed_updates).toEqual(['message']);
    intercepts.rememberAllowedUpdates(bot.caller, null);
    await expect.poll(async () => (await row(bot.key)).allowed_updates).toBeNull();
  });
});

describe('a bot that moves to another server', () => {
  it.each(['logOut', 'close'] as const)(
    '%s: nothing of ours stays behind, and its owner is notified',
    async (method) => {
      const bot = await connect(`${method.toLowerCase()}_bot`, { connection_type: 'auto' });
      expect(await intercepts[method](bot.caller, bot.token)).toBe('forward');
      expect(bot.simulated.webhookUrl).toBeUndefined();
      const problems = async () => dataOf<Bot>(await world.owner.get(`/api/bots/${bot.key}`)).problems;
      await expect.poll(problems).toMatchObject([{ code: 'WebhookChanged', detail: method, repairable: true }]);
    },
  );
});
