import type { Bot, TokenCheck, WebhookTest } from '@botscope/contract';
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

const add = (body: Record<string, unknown>, visitor = world.owner) => visitor.post('/api/bots', body);
const setWebhook = (token: string, url: string, extraParams: Record<string, unknown> = {}) =>
  callMethod({ url: world.telegram.url, token }, 'setWebhook', { url, ...extraParams });
const rowsNamed = (name: string) => world.server.services.bots.byName(name);
describe('a token', () => {
  it.each([
    ['missingToken token', () => ({ bot_name: 'a1_bot', connection_type: 'auto' })],
    ['InvalidToken token', () => ({ bot_name: 'a1_bot', connection_type: 'auto', token: 'not a token' })],
    ['InvalidToken token', () => ({ bot_name: 'a1_bot', connection_type: 'auto', token: '12345:short' })],
    ['WrongToken token', () => ({ bot_name: 'a1_bot', connection_type: 'auto', token: `12345:${'A'.repeat(35)}` })],
    ['MustEndBot bot_name', () => ({ bot_name: 'a1', connection_type: 'auto' })],
    [
      'InvalidField delivery_method',
      () => ({ bot_name: 'a1_bot', connection_type: 'api', delivery_method: 'webhook' }),
    ],
    ['InvalidField delivery_method', () => ({ bot_name: 'a1_bot', connection_type: 'manual', delivery_method: 'api' })],
    ['InvalidField platform', () => ({ bot_name: 'a1_bot', platform: 'a\u0000b' })],
    ['InvalidField token', () => ({ bot_name: 'a1_bot', connection_type: 'auto', token: '1\n2' })],
  ])('%s', async (code, body) => {
    expect(errorOf(await add(body()))).toBe(code);
    expect(await rowsNamed('a1_bot')).toBeNull();
  });

  it('WrongTelegram: it belongs to a bot of another name; letter case does not matter', async () => {
    const { token } = world.telegram.addBot({ username: 'Names_bot' });
    const body = { connection_type: 'auto', delivery_method: 'getUpdates', token };
    expect(errorOf(await add({ ...body, bot_name: 'other_name_bot' }))).toBe('WrongTelegram token');
    const { bot } = dataOf<Added>(await add({ ...body, bot_name: 'names_BOT' }));
    expect(bot).toMatchObject({ bot_name: 'Names_bot', has_token: true, delivery_method_send: 'proxy' });
  });

  it('botExist, TidExistSelf and TidExist: the bot is connected already', async () => {
    const simulated = world.telegram.addBot({ username: 'taken_bot' });
    const body = { connection_type: 'auto', delivery_method: 'getUpdates', token: simulated.token };
    const { bot } = dataOf<Added>(await add({ ...body, bot_name: 'taken_bot' }));
    expect(errorOf(await add({ ...body, bot_name: 'taken_bot' }))).toBe('botExist bot_name');
    // Renamed at Telegram since: the name is new, the bot is the same.
    (simulated.user as { username: string }).username = 'renamed_bot';
    expect(errorOf(await add({ ...body, bot_name: 'renamed_bot' }))).toBe('TidExistSelf token');
    expect(errorOf(await add({ ...body, bot_name: 'renamed_bot' }, world.stranger))).toBe('TidExist token');
    // The owner may follow, but not elsewhere.
    const rename = (name: string) => world.owner.post(`/api/bots/${bot.key}/rename`, { bot_name: name });
    expect(errorOf(await rename('elsewhere_bot'))).toBe('WrongTelegram bot_name');
    expect(dataOf<Bot>(await rename('renamed_bot'))).toMatchObject({ bot_name: 'renamed_bot' });
  });

  it('WrongChangeTid: a new token of another bot', async () => {
    const [firstBot, secondBot] = [
      world.telegram.addBot({ username: 'change_one_bot' }),
      world.telegram.addBot({ username: 'change_two_bot' }),
    ];
    const response = await add({
      bot_name: 'change_one_bot',
      connection_type: 'auto',
      delivery_method: 'getUpdates',
      token: firstBot.token,
    });
    const { key } = dataOf<Added>(response).bot;
    expect(errorOf(await world.owner.post(`/api/bots/${key}/token`, { token: secondBot.token }))).toBe(
      'WrongChangeTid token',
    );
    const body = { connection_type: 'auto', delivery_method: 'getUpdates', token: secondBot.token };
    expect(errorOf(await world.owner.post(`/api/bots/${key}/connection`, body))).toBe('WrongChangeTid token');
    expect(world.server.services.bots.tokenOf((await rowsNamed('change_one_bot'))!)).toBe(firstBot.token);
  });

  it('TelegramUnavailable: nobody answers', async () => {
    const bot = world.telegram.addBot({ username: 'silent_bot' });
    bot.script({ method: 'getMe', outcome: { status: 502, html: '<html>Bad Gateway</html>' } });
    const body = { bot_name: 'silent_bot', connection_type: 'auto', token: bot.token };
    expect(errorOf(await add(body))).toBe('TelegramUnavailable');
    expect(await rowsNamed('silent_bot')).toBeNull();
  });

  it('TelegramRefused: it says no for a reason of its own', async () => {
    const bot = world.telegram.addBot({ username: 'logged_out_bot' });
    bot.script({ method: 'getMe', outcome: { code: 400, description: 'Bad Request: Logged out' } });
    const rejection = await add({ bot_name: 'logged_out_bot', connection_type: 'auto', token: bot.token });
    expect(rejection).toMatchObject({
      status: 400,
      body: { errors: [{ code: 'TelegramRefused', message: 'Bad Request: Logged out' }] },
    });
  });

  it('is looked at before a bot is made of it', async () => {
    const bot = world.telegram.addBot({ username: 'look_bot', first_name: 'Look' });
    await setWebhook(bot.token, world.hook.url);
    const check = (body: object) => world.owner.post('/api/bots/check-token', body);
    expect(dataOf<TokenCheck>(await check({ token: bot.token, bot_name: '@look_bot' }))).toEqual({
      id: bot.id,
      username: 'look_bot',
      first_name: 'Look',
      webhook: world.hook.url,
      pending_update_count: 0,
    });
    expect(errorOf(await check({ token: bot.token, bot_name: 'wrong_bot' }))).toBe('WrongTelegram token');
    expect(errorOf(await check({ token: '1:2' }))).toBe('InvalidToken token');
  });
});

describe('a webhook', () => {
  const manual = (webhook: string, extraFields: object = {}) =>
    add({ bot_name: 'hooked_bot', connection_type: 'manual', webhook, ...extraFields });

  it.each([
    ['EmptyWebhook webhook', ''],
    ['WebhookWrong webhook', 'not an address'],
    ['WebhookWrong webhook', 'ftp://example.com/'],
    ['WebhookSelf webhook', `${publicUrl}/`],
    ['WebhookSelf webhook', `${publicUrl}/hook/0123456789abc`],
    ['WebhookSelf webhook', 'HTTPS://STATS.example.com:443/x'],
  ])('%s: %j', async (code, webhook) => {
    expect(errorOf(await manual(webhook))).toBe(code);
    expect(await rowsNamed('hooked_bot')).toBeNull();
  });

  it('WebhookTestFailed: anything but 200, with what it said; riskOk connects all the same', async () => {
    const hook = await startHook();
    hook.answer = { status: 401, body: 'who are you' };
    const rejection = await manual(hook.url, { secret_token: 'sesame' });
    expect(errorOf(rejection)).toBe('WebhookTestFailed webhook');
    expect(rejection.body.errors?.[0]).toMatchObject({ message: expect.stringContaining('401 who are you') });
    expect(hook.requests).toMatchObject([{ method: 'POST', body: '{"update_id":1}', secret: 'sesame' }]);
    hook.answer = { status: 204, body: '' };
    expect(errorOf(await manual(hook.url))).toBe('WebhookTestFailed webhook');
    const { bot } = dataOf<Added>(await manual(hook.url, { riskOk: true }));
    expect(bot).toMatchObject({ connection_type: 'manual', delivery_method: 'webhook', has_token: false });
    // Another bot must not get what is meant for this one.
    hook.answer = { status: 200, body: '' };
    const twin = { bot_name: 'twin_bot', connection_type: 'manual', webhook: hook.url };
    expect(errorOf(await add(twin))).toBe('WebhookAlreadyOverBot webhook');
    hook.close();
  });

  it('is probed with the one request that no framework dies of', async () => {
    const hook = await startHook();
    const probe = (body: object) => world.owner.post('/api/bots/test-webhook', body);
    hook.answer = { status: 200, body: 'я'.repeat(5_000) };
    const probeResult = dataOf<WebhookTest>(
      await probe({ webhook: hook.url.replace('//', '//user:p%40ss@'), secret_token: 's' }),
    );
    expect(probeResult).toMatchObject({ ok: true, status: 200, failure: null });
    expect(probeResult.body.length).toBeLessThanOrEqual(2_000);
    expect(probeResult.body).toMatch(/^я+/);
    expect(hook.requests[0]).toMatchObject({
      method: 'POST',
      body: '{"update_id":1}',
      secret: 's',
      headers: {
        'content-type': 'application/json',
        'content-length': '15',
        authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
      },
    });
    hook.answer = { status: 302, body: 'moved', headers: { location: '/elsewhere' } };
    expect(dataOf<WebhookTest>(await probe({ webhook: hook.url }))).toMatchObject({
      ok: false,
      status: 302,
      body: 'moved',
    });
    expect(hook.requests).toHaveLength(2);
    hook.answer = null;
    const slow = dataOf<WebhookTest>(await probe({ webhook: hook.url }));
    expect(slow).toMatchObject({ ok: false, status: null, failure: 'timeout' });
    expect(slow.ms).toBeGreaterThanOrEqual(4_900);
    hook.close();
    expect(dataOf<WebhookTest>(await probe({ webhook: hook.url }))).toMatchObject({ ok: false, failure: 'refused' });
    expect(errorOf(await probe({ webhook: `${publicUrl}/x` }))).toBe('WebhookSelf webhook');
  });

  it('is probed with the stored secret of a bot, for those who may manage it', async () => {
    const hook = await startHook();
    const { bot } = dataOf<Added>(
      await add({ bot_name: 'stored_bot', connection_type: 'manual', webhook: hook.url, secret_token: 'kept' }),
    );
    const body = { webhook: hook.url, key: bot.key };
    expect(dataOf<WebhookTest>(await world.owner.post('/api/bots/test-webhook', body)).ok).toBe(true);
    expect(hook.requests.at(-1)?.secret).toBe('kept');
    expect(errorOf(await world.stranger.post('/api/bots/test-webhook', body))).toBe('NotFound');
    hook.close();
  });
});
