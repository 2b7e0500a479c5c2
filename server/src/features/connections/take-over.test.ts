import type { Bot, Connection } from '@botscope/contract';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf, errorOf, publicUrl, startHook, startWorld, type World } from './test-world.ts';

interface Added {
  bot: Bot;
  api_key: string;
}

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const add = (body: Record<string, unknown>) => world.owner.post('/api/bots', body);
const loadInfo = async (token: string) =>
  (await callMethod({ url: world.telegram.url, token }, 'getWebhookInfo')).body.result as Record<string, unknown>;
const setWebhook = (token: string, url: string, extraParams: Record<string, unknown> = {}) =>
  callMethod({ url: world.telegram.url, token }, 'setWebhook', { url, ...extraParams });
const rowsNamed = (name: string) => world.server.services.bots.byName(name);
const expectRemoved = async (name: string, token: string) => {
  expect(await rowsNamed(name)).toBeNull();
  return (await loadInfo(token)).url;
};

describe('taking over a webhook', () => {
  it('asks first, tests the former one, sets ours with all kinds, and puts the former one back on removal', async () => {
    const hook = await startHook();
    const simulated = world.telegram.addBot({ username: 'over_bot' });
    await setWebhook(simulated.token, hook.url, {
      secret_token: 'own-secret',
      max_connections: 17,
      allowed_updates: ['message', 'callback_query'],
    });
    const body = { bot_name: 'over_bot', connection_type: 'auto', token: simulated.token };
    expect(errorOf(await add(body))).toBe('WebhookAlready over_platform');
    hook.answer = { status: 500, body: 'broken' };
    expect(errorOf(await add({ ...body, over_platform: true }))).toBe('WebhookTestFailed webhook');
    expect(await expectRemoved('over_bot', simulated.token)).toBe(hook.url);
    hook.answer = { status: 200, body: '' };

    const response = await add({ ...body, over_platform: true, secret_token: 'own-secret' });
    const { bot } = dataOf<Added>(response);
    expect(bot).toMatchObject({ connection_type: 'auto', delivery_method: 'webhook', has_token: true, problems: [] });
    const connection = dataOf<Connection>(await world.owner.get(`/api/bots/${bot.key}/connection`));
    expect(connection).toMatchObject({
      webhook: hook.url,
      former_webhook: hook.url,
      allowed_updates: ['message', 'callback_query'],
      has_secret_token: true,
      api_root: publicUrl,
      hook_reachable: true,
      queued: 0,
    });
    expect(connection.hook_url).toMatch(new RegExp(`^${publicUrl}/hook/${bot.key}/[A-Za-z0-9_-]{43}$`));
    const set = simulated.calls.findLast(({ method }) => method === 'setWebhook');
    expect(set?.params).toMatchObject({
      url: connection.hook_url,
      secret_token: connection.hook_url.split('/').at(-1),
      max_connections: '17',
    });
    expect((await loadInfo(simulated.token)).allowed_updates).toHaveLength(27);
    // Neither the token nor the secret is readable in the store.
    const row = (await rowsNamed('over_bot'))!;
    expect(JSON.stringify(row)).not.toContain(simulated.token.slice(11));
    expect(JSON.stringify(row)).not.toContain('own-secret');

    const remove = () => world.owner.delete(`/api/bots/${bot.key}`, { bot_name: 'over_bot' });
    simulated.script({ method: 'getWebhookInfo', outcome: { status: 502, html: 'Bad Gateway' } });
    expect(errorOf(await remove())).toBe('TelegramUnavailable');
    expect(await rowsNamed('over_bot')).not.toBeNull();
    expect((await remove()).status).toBe(200);
    expect(await loadInfo(simulated.token)).toMatchObject({
      url: hook.url,
      max_connections: 17,
      allowed_updates: ['message', 'callback_query'],
    });
    expect(simulated.calls.findLast(({ method }) => method === 'setWebhook')?.params.secret_token).toBe('own-secret');
    expect(simulated.calls.filter(({ params }) => params.drop_pending_updates !== undefined)).toEqual([]);
    hook.close();
  });

  it('UnknownErrorInitWebhook: Telegram says no, in its own words, and everything is as before', async () => {
    const hook = await startHook();
    const simulated = world.telegram.addBot({ username: 'refused_bot' });
    await setWebhook(simulated.token, hook.url);
    const body = { bot_name: 'refused_bot', connection_type: 'auto', token: simulated.token, over_platform: true };
    const description = 'Bad Request: bad webhook: Failed to resolve host: Name or service not known';
    simulated.script({ method: 'setWebhook', outcome: { code: 400, description } });
    const rejection = await add(body);
    expect(errorOf(rejection)).toBe('UnknownErrorInitWebhook');
    expect(rejection.body.errors?.[0]).toMatchObject({ message: description });
    expect(await expectRemoved('refused_bot', simulated.token)).toBe(hook.url);
    hook.close();
  });

  it.each(['before', 'after'] as const)(
    'an answer that is lost %s Telegram has acted leaves nothing half done',
    async (reset) => {
      const hook = await startHook();
      const simulated = world.telegram.addBot({ username: `lost_${reset}_bot` });
      await setWebhook(simulated.token, hook.url);
      // The limit of one setWebhook a second is not what this is about.
      await new Promise((resolve) => setTimeout(resolve, 1_100));
      simulated.script({ method: 'setWebhook', outcome: { reset } });
      const body = {
        bot_name: `lost_${reset}_bot`,
        connection_type: 'auto',
        token: simulated.token,
        over_platform: true,
      };
      expect(errorOf(await add(body))).toBe('TelegramUnavailable');
      expect(await expectRemoved(`lost_${reset}_bot`, simulated.token)).toBe(hook.url);
      hook.close();
    },
  );

  it('a bot that only collects gets our webhook, and none when it leaves', async () => {
    const simulated = world.telegram.addBot({ username: 'collect_bot' });
    const { bot } = dataOf<Added>(
      await add({ bot_name: 'collect_bot', connection_type: 'auto', token: simulated.token }),
    );
    expect(simulated.webhookUrl).toContain(`/hook/${bot.key}/`);
    const changeResponse = await world.owner.post(`/api/bots/${bot.key}/connection`, { connection_type: 'api' });
    expect(dataOf<Connection>(changeResponse)).toMatchObject({
      connection_type: 'api',
      delivery_method: 'api',
      has_token: true,
    });
    expect(simulated.webhookUrl).toBeUndefined();
  });
});

describe('changing a connection', () => {
  it('works from API to auto and back, and a rejected change has no effect', async () => {
    const hook = await startHook();
    const simulated = world.telegram.addBot({ username: 'moving_bot' });
    const { bot } = dataOf<Added>(await add({ bot_name: 'moving_bot' }));
    const change = (body: object) => world.owner.post(`/api/bots/${bot.key}/connection`, body);
    const auto = { connection_type: 'auto', webhook: hook.url };
    expect(errorOf(await change(auto))).toBe('missingToken token');
    await setWebhook(simulated.token, hook.url);
    expect(errorOf(await change({ ...auto, token: simulated.token }))).toBe('WebhookAlready over_platform');
    simulated.script({ method: 'setWebhook', outcome: { code: 400, description: 'Bad Request: no' } });
    expect(errorOf(await change({ ...auto, token: simulated.token, over_platform: true }))).toBe(
      'UnknownErrorInitWebhook',
    );
    expect(dataOf<Connection>(await world.owner.get(`/api/bots/${bot.key}/connection`))).toMatchObject({
      connection_type: 'api',
      has_token: false,
      webhook: '',
      former_webhook: null,
    });
    expect(simulated.webhookUrl).toBe(hook.url);

    const changeResponse = await change({ ...auto, token: simulated.token, over_platform: true });
    expect(dataOf<Connection>(changeResponse)).toMatchObject({
      connection_type: 'auto',
      former_webhook: hook.url,
      has_token: true,
    });
    expect(simulated.webhookUrl).toContain('/hook/');

    // The bot moves house: the new address is what will be put back.
    const next = await startHook();
    expect(dataOf<Connection>(await change({ webhook: next.url }))).toMatchObject({
      webhook: next.url,
      former_webhook: next.url,
    });
    expect(errorOf(await change({ webhook: `${publicUrl}/me` }))).toBe('WebhookSelf webhook');

    // To polling: no webhook may be in its way.
    expect(dataOf<Connection>(await change({ delivery_method: 'getUpdates' }))).toMatchObject({ former_webhook: null });
    expect(simulated.webhookUrl).toBeUndefined();
    hook.close();
    next.close();
  });

  it('removing the token puts the former webhook back; a dead token does not hold it up', async () => {
    const hook = await startHook();
    const connectOver = async (name: string) => {
      const simulated = world.telegram.addBot({ username: name });
      await setWebhook(simulated.token, hook.url);
      const body = { bot_name: name, connection_type: 'auto', token: simulated.token, over_platform: true };
      return { simulated, key: dataOf<Added>(await add(body)).bot.key };
    };
    const one = await connectOver('tokenless_bot');
    expect(dataOf<Bot>(await world.owner.delete(`/api/bots/${one.key}/token`))).toMatchObject({
      has_token: false,
      connection_type: 'manual',
    });
    expect(one.simulated.webhookUrl).toBe(hook.url);
    // With the token again it is taken over again.
    expect(
      dataOf<Bot>(await world.owner.post(`/api/bots/${one.key}/token`, { token: one.simulated.token })),
    ).toMatchObject({
      has_token: true,
    });
    expect((await world.owner.delete(`/api/bots/${one.key}`, { bot_name: 'tokenless_bot' })).status).toBe(200);

    const revokedBot = await connectOver('revoked_bot');
    revokedBot.simulated.revokeToken();
    expect((await world.owner.delete(`/api/bots/${revokedBot.key}`, { bot_name: 'revoked_bot' })).status).toBe(200);
    expect(await rowsNamed('revoked_bot')).toBeNull();
    hook.close();
  });

  it('outgoing calls are switched on by themselves', async () => {
    const { bot } = dataOf<Added>(await add({ bot_name: 'outgoing_bot' }));
    const path = `/api/bots/${bot.key}/outgoing`;
    expect(dataOf<Connection>(await world.owner.post(path, { delivery_method_send: 'proxy' }))).toMatchObject({
      delivery_method_send: 'proxy',
      delivery_method: 'api',
    });
    expect(errorOf(await world.owner.post(path, { delivery_method_send: 'smoke' }))).toBe(
      'InvalidField delivery_method_send',
    );
    expect(errorOf(await world.stranger.post(path, { delivery_method_send: 'off' }))).toBe('NotFound');
  });

  it.each([
    ['GET', 'connection'],
    ['POST', 'connection'],
    ['POST', 'outgoing'],
    ['POST', 'token'],
    ['DELETE', 'token'],
    ['POST', 'check'],
    ['POST', 'repair'],
  ])('%s %s of another account’s bot is the 404 of no bot', async (method, path) => {
    const { bot } = (await rowsNamed('outgoing_bot').then((row) => ({ bot: row })))!;
    const call = (key: string) =>
      method === 'GET'
        ? world.stranger.get(`/api/bots/${key}/${path}`)
        : method === 'POST'
          ? world.stranger.post(`/api/bots/${key}/${path}`, {})
          : world.stranger.delete(`/api/bots/${key}/${path}`);
    expect(errorOf(await call(bot!.key))).toBe('NotFound');
    expect(errorOf(await call('0000000000000'))).toBe('NotFound');
  });
});
