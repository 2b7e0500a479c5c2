import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { type SimulatedTelegram, startSimulatedTelegram } from '@botscope/testkit/telegram/server.ts';
import type { SimulatedBot } from '@botscope/testkit/telegram/simulated-bot.ts';
import { callMethod } from '@botscope/testkit/telegram/test-client.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { startTestProxy, type TestProxy, testBot } from './test-proxy.ts';

let telegram: SimulatedTelegram;
let bot: SimulatedBot;
let testProxy: TestProxy;
const chat_id = 4_242;
const call = (method: string, parameters = {}) =>
  callMethod({ url: testProxy.url, token: bot.token }, method, parameters);
const direct = (method: string, parameters = {}) =>
  callMethod({ url: telegram.url, token: bot.token }, method, parameters);
const botUrl = (path: string) => `${testProxy.url}/bot${bot.token}/${path}`;

beforeEach(async () => {
  telegram = await startSimulatedTelegram();
  bot = telegram.addBot({ username: 'shop_bot' });
  const user = telegram.user({ first_name: 'Anna', id: chat_id });
  user.sends('/start');
  testProxy = await startTestProxy(telegram.url);
  testProxy.bots.set(bot.token, testBot({ apiRoot: telegram.url }));
});
afterEach(async () => {
  await testProxy.stop();
  await telegram.stop();
});

describe('a call through the proxy', () => {
  it('gets the answer that Telegram gives, and is recorded with parameters and answer', async () => {
    const text = 'Привет, "мир" \u{1f600}';
    const answer = await call('sendMessage', { chat_id, text, reply_markup: { inline_keyboard: [] } });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, result: { text } } });
    expect(await testProxy.nextRecordedCall()).toMatchObject({
      method: 'sendMessage',
      params: { chat_id, text, reply_markup: { inline_keyboard: [] } },
      files: [],
      status: 200,
      response: answer.body,
      via: 'proxy',
    });
  });

  it('returns every error unchanged, Retry-After included', async () => {
    bot.script({ method: 'sendMessage', outcome: { retryAfter: 7 } });
    const limited = await call('sendMessage', { chat_id, text: 'a' });
    expect([limited.status, limited.headers.get('retry-after'), limited.body.parameters]).toEqual([
      429,
      '7',
      { retry_after: 7 },
    ]);
    bot.script({ method: 'sendMessage', outcome: { status: 502, html: '<html>Bad Gateway</html>' } });
    const broken = await fetch(botUrl('sendMessage'), { method: 'POST', body: '{}' });
    expect([broken.status, broken.headers.get('content-type'), await broken.text()]).toEqual([
      502,
      'text/html',
      '<html>Bad Gateway</html>',
    ]);
    bot.revokeToken();
    expect((await call('getMe')).status).toBe(401);
    expect(testProxy.notes).toContain('problem TokenRevoked: Unauthorized');
  });

  it('gets 502 in Telegram’s shape if the connection breaks, and the token is in no log', async () => {
    bot.script({ method: 'sendMessage', outcome: { reset: 'after' } });
    const answer = await call('sendMessage', { chat_id, text: 'a' });
    expect(answer).toMatchObject({ status: 502, body: { ok: false, error_code: 502, description: 'Bad Gateway' } });
    expect(await testProxy.nextRecordedCall()).toMatchObject({ status: 0, response: null });
    await telegram.stop();
    expect((await call('getMe')).status).toBe(502);
    expect(testProxy.notes).toEqual(['call 0 getMe Unreachable']);
    expect(JSON.stringify(testProxy.notes)).not.toContain(bot.token);
  });

  it('is never made twice, in whatever form it comes, also on a connection that Telegram has cut', async () => {
    for (const init of [{ method: 'GET' }, { method: 'POST' }]) {
      expect((await call('getMe')).status).toBe(200);
      const before = bot.calls.length;
      bot.script({ method: 'sendMessage', outcome: { reset: 'after' } });
      expect((await fetch(botUrl(`sendMessage?chat_id=${chat_id}&text=once`), init)).status).toBe(502);
      expect(bot.calls.length - before).toBe(1);
    }
    // A question changes nothing, so it is asked again where the connection had been kept.
    expect((await call('getMe')).status).toBe(200);
    bot.script({ method: 'getChat', outcome: { reset: 'before' } });
    expect((await call('getChat', { chat_id })).status).toBe(200);
  });

  it('is understood in every form that Telegram understands', async () => {
    const form = new FormData();
    form.set('chat_id', String(chat_id));
    form.set('text', 'multipart');
    const packed = gzipSync(JSON.stringify({ chat_id, text: 'gzip' }));
    const json = { 'content-type': 'application/json' };
    const stream = () => new Blob([JSON.stringify({ chat_id, text: 'chunked' })]).stream();
    const chunked = { method: 'POST', headers: json, body: stream(), duplex: 'half' } as RequestInit;
    const forms: [string, string, RequestInit?][] = [
      ['get', `sendMessage?chat_id=${chat_id}&text=get`],
      [
        'urlencoded',
        'sendMessage',
        { method: 'POST', body: new URLSearchParams({ chat_id: `${chat_id}`, text: 'urlencoded' }) },
      ],
      ['multipart', 'SENDMESSAGE', { method: 'POST', body: form }],
      ['chunked', 'sendMessage', chunked],
      ['gzip', 'sendMessage', { method: 'POST', headers: { ...json, 'content-encoding': 'gzip' }, body: packed }],
      [
        'first',
        `sendMessage?text=first`,
        { method: 'POST', headers: json, body: JSON.stringify({ chat_id, text: 'second' }) },
      ],
      [
        'named',
        '?method=sendMessage',
        { method: 'POST', headers: json, body: JSON.stringify({ chat_id, text: 'named' }) },
      ],
    ];
    for (const [text, path, init] of forms) {
      const response = await fetch(botUrl(path), init);
      expect([path, response.status]).toEqual([path, 200]);
      const { params } = await testProxy.nextRecordedCall();
      expect([String(params?.chat_id), params?.text]).toEqual([String(chat_id), text]);
      expect(bot.calls.at(-1)?.params.text).toBe(text);
    }
  });

  it('knows two slashes, escaped colons, test servers, files, HEAD, and leaves other paths alone', async () => {
    const get = async (path: string, method = 'GET') => (await fetch(testProxy.url + path, { method })).status;
    expect(await get(`//bot${bot.token}/getMe`)).toBe(200);
    expect(await get(`/bot${bot.token.replace(':', '%3A')}/getMe`)).toBe(200);
    expect(await get(`/bot${bot.token}/test/getMe`)).toBe(200);
    expect(bot.calls.at(-1)?.isTest).toBe(true);
    expect(await get(`/bot${bot.token}/getMe`, 'HEAD')).toBe(501);
    expect(await get(`/bot${bot.token}/noSuchMethod`)).toBe(404);
    for (const path of ['/bots', '/bot/abc', '/bot_errors', '/file/x']) {
      expect(await (await fetch(testProxy.url + path)).text()).toBe('not for the proxy');
    }
    const { body } = await direct('sendDocument', { chat_id, document: 'https://example.com/a.pdf' });
    const sentMessage = body.result as { document?: { file_id: string } };
    const { file_path } = (await call('getFile', { file_id: sentMessage.document?.file_id })).body.result as {
      file_path: string;
    };
    const bytes = async (root: string) =>
      Buffer.from(await (await fetch(`${root}/file/bot${bot.token}/${file_path}`)).arrayBuffer());
    expect((await bytes(testProxy.url)).equals(await bytes(telegram.url))).toBe(true);
  });

  it('is refused for a bot that nobody connected, or passes unrecorded where the operator allows it', async () => {
    testProxy.bots.clear();
    expect(await call('getMe')).toMatchObject({
      status: 401,
      body: { ok: false, error_code: 401, description: 'Unauthorized: this bot is not connected to Botscope' },
    });
    const open = await startTestProxy(telegram.url, { allowUnknown: true });
    const { url, calls } = open;
    expect((await callMethod({ url, token: bot.token }, 'sendMessage', { chat_id, text: 'a' })).status).toBe(200);
    expect(calls).toEqual([]);
    await open.stop();
  });

  it.each([
    ['and unknown bots are not allowed, is refused for now', false, false, 503],
    ['and it has called before, passes and is counted as a gap', false, true, 200],
    ['and unknown bots are allowed, passes unrecorded', true, false, 200],
  ])('from a bot that cannot be looked up %s', async (_case, allowUnknown, isKnown, status) => {
    const botOfToken = () => Promise.reject(new Error('store away'));
    const failingProxy = await startTestProxy(telegram.url, {
      ...{ botOfToken, allowUnknown },
      botOfKnownToken: () => (isKnown ? 'bot1' : undefined),
    });
    const callCount = bot.calls.length;
    for (const method of ['sendMessage', 'getUpdates', 'setWebhook', '', 'getMe']) {
      const params = { method: 'sendMessage', chat_id, text: 'a', url: 'https://bots.example.com/hook' };
      const answer = await callMethod({ url: failingProxy.url, token: bot.token }, method, params);
      if (method === 'sendMessage') expect([answer.status, answer.body.ok]).toEqual([status, status === 200]);
      if (status === 503) expect([answer.status, answer.body.error_code]).toEqual([503, 503]);
    }
    if (status === 503) {
      expect((await fetch(`${failingProxy.url}/file/bot${bot.token}/a.jpg`)).headers.get('retry-after')).toBe('5');
      expect(bot.calls.length).toBe(callCount);
    }
    expect(failingProxy.calls).toEqual([]);
    expect(failingProxy.notes).toEqual(isKnown ? Array(4).fill('unrecorded bot1') : []);
    await failingProxy.stop();
  });

  it.each([
    '/botABC/getMe',
    '/bot123/getMe',
    '/bot:secret/getMe',
    '/bot123%3Ax',
    '/botabc:def/test/getMe',
    '/file/botABC/a.jpg',
    '/BOT12x:abc/getMe',
  ])('with a malformed token, %s, gets the 404 that Telegram gives', async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(testProxy.url + path, { method });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        { ok: false, error_code: 404, description: 'Not Found' },
      ]);
    }
  });

  it.each(['/bot/0123456789abc', '/bot', '/bots', '/bots/', '/bot_errors', '/bot_errors?a=b', '/bottle', '/file/a'])(
    'leaves the page %s to the dashboard',
    async (path) => expect((await fetch(testProxy.url + path)).text()).resolves.toBe('not for the proxy'),
  );

  it('passes although recording fails', async () => {
    const broken = await startTestProxy(telegram.url, {
      recordCall: () => {
        throw new Error('a mistake');
      },
    });
    broken.bots.set(bot.token, testBot({ apiRoot: telegram.url }));
    const root = { url: broken.url, token: bot.token };
    expect((await callMethod(root, 'sendMessage', { chat_id, text: 'a' })).status).toBe(200);
    await expect.poll(() => broken.notes).toHaveLength(1);
    await broken.stop();
  });

  it('that is about where updates go is asked of the connection, in any letter case', async () => {
    expect(
      (await call('setWebHook', { url: 'https://example.com/h', drop_pending_updates: true })).body.description,
    ).toBe('Webhook was set');
    expect((await call('DELETEWEBHOOK')).status).toBe(200);
    expect((await call('getWebhookInfo')).body.result).toEqual({ url: '' });
    expect((await call('logOut')).status).toBe(200);
    // Telegram undoes escapes before it reads a name.
    expect((await fetch(botUrl('delete%57ebhook#x'), { method: 'POST' })).status).toBe(200);
    expect((await fetch(botUrl('%67etUpdates?offset=-1'))).status).toBe(200);
    expect(testProxy.notes).toEqual([
      'setWebhook {"params":{"url":"https://example.com/h","drop_pending_updates":"true"},"hasCertificate":false}',
      'deleteWebhook ',
      'deleteWebhook ',
    ]);
    expect(bot.calls.filter(({ method }) => /webhook/i.test(method))).toEqual([]);
    // Dropped for the bot, not for the owner's numbers.
    expect(testProxy.recorded.map((raw) => JSON.parse(raw).message.text)).toEqual(['/start']);
    expect(bot.pending).toBe(0);
    expect(testProxy.calls).toEqual([]);
  });

  it('about where updates go that nobody can answer now gets 503, which libraries take for a pause', async () => {
    testProxy.deps.intercepts.setWebhook = async () => {
      throw new AppError('StoreUnavailable');
    };
    const { status, headers } = await call('setWebhook', { url: 'https://example.com/h' });
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
    expect(bot.calls.filter(({ method }) => /webhook/i.test(method))).toEqual([]);
  });

  it('that the client gives up is given up at Telegram too', async () => {
    bot.script({ method: 'sendMessage', outcome: { slow: '30s' } });
    const socket = connect(testProxy.port, '127.0.0.1');
    const body = JSON.stringify({ chat_id, text: 'a' });
    socket.write(
      `POST /bot${bot.token}/sendMessage HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    await expect.poll(() => bot.calls.length).toBe(1);
    socket.destroy();
    expect(await testProxy.nextRecordedCall()).toMatchObject({ method: 'sendMessage', status: 0 });
  });
});
