import type { Bot, Connection } from '@botscope/contract';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, startHook, startWorld, type World } from '../features/connections/test-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ ROLES: 'ingest,api' });
});
afterAll(() => world.close());

const add = async (body: object) => dataOf<{ bot: Bot }>(await world.owner.post('/api/bots', body)).bot.key;
const show = async (key: string) => dataOf<Bot>(await world.owner.get(`/api/bots/${key}`));
const connection = async (key: string) => dataOf<Connection>(await world.owner.get(`/api/bots/${key}/connection`));
/** A call of a bot whose framework has our address as its API root. */
const callThroughProxy = async (token: string, method: string, params: Record<string, unknown> = {}) =>
  (await callMethod({ url: world.server.url, token }, method, params)).body;
const direct = async (token: string, method: string, params: Record<string, unknown> = {}) =>
  (await callMethod({ url: world.telegram.url, token }, method, params)).body;

describe('a bot with a webhook, connected by its token', () => {
  it('goes on as before, is counted, and is as it was when it leaves', async () => {
    const hook = await startHook();
    const simulated = world.telegram.addBot({ username: 'auto_bot' });
    const anna = world.telegram.user({ first_name: 'Anna', bot: simulated });
    await direct(simulated.token, 'setWebhook', {
      url: hook.url,
      secret_token: 'own-secret',
      allowed_updates: ['message'],
    });
    const key = await add({
      bot_name: 'auto_bot',
      connection_type: 'auto',
      token: simulated.token,
      over_platform: true,
      secret_token: 'own-secret',
    });
    hook.requests.length = 0;
    anna.sends('hello');
    await expect.poll(() => hook.requests.length).toBe(1);
    expect(hook.requests[0]).toMatchObject({ secret: 'own-secret', body: expect.stringContaining('"text":"hello"') });
    // A kind that it did not ask for comes to us, and not to it.
    simulated.receives({ callback_query: { id: '1', from: anna.user, chat_instance: '1', data: 'quiet' } });
    anna.sends('again');
    await expect.poll(() => hook.requests.length).toBe(2);
    expect(hook.requests[1]?.body).toContain('"text":"again"');
    await expect.poll(async () => (await show(key)).status).toBe(true);

    expect((await world.owner.delete(`/api/bots/${key}`, { bot_name: 'auto_bot' })).status).toBe(200);
    expect(simulated.webhookUrl).toBe(hook.url);
    anna.sends('afterwards');
    await expect.poll(() => hook.requests.length).toBe(3);
    expect(hook.requests[2]).toMatchObject({
      secret: 'own-secret',
      body: expect.stringContaining('"text":"afterwards"'),
    });
    hook.close();
  });
});

describe('a bot that was connected by its name', () => {
  it('is recognised by its first call, polls, and may take up a webhook and put it down again', async () => {
    const hook = await startHook();
    const key = await add({ bot_name: 'named_bot', connection_type: 'manual', delivery_method: 'getUpdates' });
    const simulated = world.telegram.addBot({ username: 'named_bot' });
    const stranger = world.telegram.addBot({ username: 'nobodys_bot' });
    const anna = world.telegram.user({ first_name: 'Anna', bot: simulated });
    expect(await callThroughProxy(stranger.token, 'getMe')).toMatchObject({ ok: false, error_code: 401 });
    expect(await callThroughProxy(simulated.token, 'getMe')).toMatchObject({
      ok: true,
      result: { username: 'named_bot' },
    });
    expect(await show(key)).toMatchObject({ has_token: false, delivery_method_send: 'proxy' });

    anna.sends('polled');
    expect(await callThroughProxy(simulated.token, 'getUpdates')).toMatchObject({
      result: [{ message: { text: 'polled' } }],
    });
    await expect.poll(async () => (await show(key)).status).toBe(true);
    expect(await callThroughProxy(simulated.token, 'sendMessage', { chat_id: anna.user.id, text: 'hi' })).toMatchObject(
      {
        ok: true,
      },
    );
    await expect.poll(async () => (await show(key)).status_send).toBe(true);

    expect(
      await callThroughProxy(simulated.token, 'setWebHook', { url: hook.url, drop_pending_updates: true }),
    ).toEqual({
      ok: true,
      result: true,
      description: 'Webhook was set',
    });
    expect(await connection(key)).toMatchObject({
      delivery_method: 'webhook',
      webhook: hook.url,
      former_webhook: hook.url,
    });
    expect(simulated.webhookUrl).toContain(`/hook/${key}/`);
    expect(await callThroughProxy(simulated.token, 'getWebhookInfo')).toMatchObject({ result: { url: hook.url } });
    // A call that Telegram rejects leaves all as it was, as without us; also if the queue was to be dropped with it.
    const invalidWebhook = { url: 'no address', drop_pending_updates: true };
    expect(await callThroughProxy(simulated.token, 'setWebhook', invalidWebhook)).toMatchObject({
      ok: false,
      error_code: 400,
    });
    simulated.script({ method: 'setWebhook', outcome: { retryAfter: 1 } });
    const limited = { url: `${hook.url}?new`, drop_pending_updates: true };
    expect(await callThroughProxy(simulated.token, 'setWebhook', limited)).toMatchObject({
      ok: false,
      error_code: 429,
    });
    expect(await connection(key)).toMatchObject({ delivery_method: 'webhook', webhook: hook.url });
    anna.sends('hooked');
    await expect.poll(() => hook.requests.length).toBe(1);
    expect(hook.requests[0]).toMatchObject({ secret: undefined, body: expect.stringContaining('"text":"hooked"') });

    expect(await callThroughProxy(simulated.token, 'deleteWebhook')).toEqual({
      ok: true,
      result: true,
      description: 'Webhook was deleted',
    });
    anna.sends('polled again');
    expect(JSON.stringify(await callThroughProxy(simulated.token, 'getUpdates'))).toContain('polled again');
    expect(await connection(key)).toMatchObject({ delivery_method: 'getUpdates', webhook: '', former_webhook: null });
    hook.close();
  });
});
