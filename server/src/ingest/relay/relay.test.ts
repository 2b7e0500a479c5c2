import { type AddressInfo, createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { botKey, ourHookSecret, type RelayWorld, startRelayWorld } from './test-relay.ts';

let world: RelayWorld;
const until = (condition: () => boolean) => vi.waitUntil(condition, { timeout: 10_000, interval: 2 });
const allDelivered = () => until(() => world.simulated.pending === 0);
/** Moves the clock in small steps, until something is true: requests in flight need real time between them. */
async function _wait(seconds: number, condition?: () => boolean): Promise<void> {
  for (let passed = 0; passed < seconds * 1_000; passed += 500) {
    world.clock.advance(500);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (condition?.()) return;
  }
  if (condition && !condition()) throw new Error(`not within ${seconds} s`);
}

beforeEach(async () => {
  world = await startRelayWorld();
});
afterEach(async () => {
  await world.stop();
});

describe('an update relayed while Telegram waits', () => {
  it('reaches the bot as it came, with its own secret, and is recorded', async () => {
    await world.setWebhook('ours');
    world.telegram.user({ first_name: 'Анна' }).sends('привет');
    await allDelivered();
    const [request] = world.bot.received;
    expect(request?.url).toBe('/hook?x=1');
    expect(request?.body).toMatch(/^\{"update_id":\d+,\n"message":/);
    expect(request?.headers).toEqual({
      host: new URL(world.bot.url).host,
      'x-telegram-bot-api-secret-token': 'its-secret',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(request?.body ?? '')),
      connection: 'keep-alive',
      'accept-encoding': 'gzip, deflate',
    });
    expect(world.recorded).toEqual([request?.body]);
    expect(world.failures).toEqual([]);
  });

  it('keeps the secret header where the owner set the webhook at Telegram; without one, none is sent', async () => {
    world.hookBot.token = null;
    await world.setWebhook('ours', { secret_token: 'chosen-by-owner' });
    const anna = world.telegram.user({ first_name: 'Anna' });
    anna.sends('1');
    await allDelivered();
    world.hookBot.botWebhookSecret = null;
    world.clock.advance('1s');
    await world.setWebhook('ours');
    anna.sends('2');
    await allDelivered();
    expect(world.bot.received.map(({ headers }) => headers['x-telegram-bot-api-secret-token'])).toEqual([
      'chosen-by-owner',
      undefined,
    ]);
  });

  it.each(['at once', 'queued, after a restart'])(
    'carries the stored secret where Telegram sends none, so that a bot that checks takes it: %s',
    async (moment) => {
      world.hookBot.botWebhookSecret = 'bot-checks-this';
      const checks = world.bot.answer;
      world.bot.answer = ({ headers }, response) => {
        response.statusCode = headers['x-telegram-bot-api-secret-token'] === 'bot-checks-this' ? 200 : 403;
        response.end();
      };
      if (moment !== 'at once') await world.bot.stop();
      const body = '{"update_id":7,"message":{"chat":{"id":1},"text":"hi"}}';
      const answer = await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, { method: 'POST', body });
      expect(answer.status).toBe(200);
      if (moment !== 'at once') {
        await world.restart();
        await world.bot.start();
        await _wait(30, () => world.bot.received.length > 0);
      }
      expect(world.bot.received.map(({ headers }) => headers['x-telegram-bot-api-secret-token'])).toEqual([
        'bot-checks-this',
      ]);
      world.bot.answer = checks;
    },
  );

  it.each([
    ['by default', null, ['hi', 'press']],
    ['with an empty list', [], ['hi', 'press']],
    ['with a list', ['message', 'chat_member', 'kind_of_tomorrow'], ['hi', '', '']],
  ])('reaches the bot only if the bot asked for its kind: %s', async (_name, allowedUpdates, texts) => {
    world.hookBot.allowedUpdates = allowedUpdates;
    const headers = { 'X-Telegram-Bot-Api-Secret-Token': ourHookSecret };
    const updates = [
      '{"update_id":1,"message":{"chat":{"id":1},"text":"hi"}}',
      '{"update_id":2,"callback_query":{"from":{"id":1},"data":"press"}}',
      '{"update_id":3,"chat_member":{"chat":{"id":1}}}',
      '{"update_id":4,"message_reaction":{"chat":{"id":1}}}',
      ...(allowedUpdates?.length ? ['{"update_id":5,"kind_of_tomorrow":{}}'] : []),
    ];
    for (const body of updates) {
      const answer = await fetch(`${world.origin}/hook/${botKey}`, { method: 'POST', headers, body });
      expect(answer.status).toBe(200);
    }
    expect(world.bot.texts()).toEqual(texts);
    expect(world.recorded).toEqual(updates);
  });

  it('is never left out if Telegram sends its kind by the wish of the owner', async () => {
    world.hookBot.allowedUpdates = ['message'];
    const body = '{"update_id":3,"chat_member":{"chat":{"id":1}}}';
    const answer = await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect(world.bot.received.map((one) => one.body)).toEqual([body]);
  });

  it('is only recorded if the bot has no webhook', async () => {
    world.hookBot.webhook = '';
    await world.setWebhook('ours');
    world.telegram.user({ first_name: 'Anna' }).sends('1');
    await allDelivered();
    expect(world.recorded.length).toBe(1);
    expect(world.bot.received).toEqual([]);
  });

  it.each([
    ['a wrong secret in the path', `/hook/${botKey}/wrong`, {}],
    ['another secret of the same length', `/hook/${botKey}/${ourHookSecret.replace(/.$/, 'x')}`, {}],
    ['an unknown bot', `/hook/fffffffffffff/${ourHookSecret}`, {}],
    ['no secret at all', `/hook/${botKey}`, {}],
    ['a wrong secret header', `/hook/${botKey}`, { 'X-Telegram-Bot-Api-Secret-Token': 'wrong' }],
  ])('%s is 404', async (_name, path, headers) => {
    const answer = await fetch(world.origin + path, { method: 'POST', headers, body: '{"update_id":1}' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ ok: false, error_code: 404, description: 'Not Found' });
    expect(world.recorded).toEqual([]);
  });

  it('comes in by the secret header alone, too', async () => {
    const headers = { 'X-Telegram-Bot-Api-Secret-Token': ourHookSecret };
    const answer = await fetch(`${world.origin}/hook/${botKey}`, { method: 'POST', headers, body: '{"update_id":1}' });
    expect(answer.status).toBe(200);
    expect(world.bot.received.map(({ body }) => body)).toEqual(['{"update_id":1}']);
  });

  it('gives the answer of the bot back: status, type, packing, bytes', async () => {
    const body = gzipSync('{"method":"sendChatAction"}');
    world.bot.answer = (_request, response) =>
      response
        .writeHead(201, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'X-Powered-By': 'x' })
        .end(body);
    const answer = await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, {
      method: 'POST',
      body: '{"update_id":1}',
    });
    expect(answer.status).toBe(201);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': String(body.length),
    });
    expect(answer.headers.has('x-powered-by')).toBe(false);
    expect(await answer.json()).toEqual({ method: 'sendChatAction' });
  });

  it.each(['11', '1000000000000', 'abc'])('is not misled by an answer with the length %s', async (length) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\nhello`));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world.hookBot.webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const answer = await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, {
      method: 'POST',
      body: '{"update_id":1,"message":{"chat":{"id":1}}}',
    });
    // Cut off is not taken: the update is kept and tried again.
    expect([answer.status, await answer.text(), world.relay.queued(botKey)]).toEqual([200, '', 1]);
    server.close();
  });

  it('streams a large answer', async () => {
    const size = 5_000_000;
    world.bot.answer = (_request, response) => response.end(Buffer.alloc(size, 'x'));
    const answer = await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, {
      method: 'POST',
      body: '{"update_id":1}',
    });
    expect((await answer.arrayBuffer()).byteLength).toBe(size);
  });

  it('gives back an answer whose words no header may hold', async () => {
    const server = createServer((socket) => {
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 Всё хорошо\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok'),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    world.hookBot.webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const answer = await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, {
      method: 'POST',
      body: '{"update_id":1}',
    });
    expect([answer.status, await answer.text()]).toEqual([200, 'ok']);
    server.close();
  });

  it.each([
    ['http://a%zz:b%@', 'a%zz:b%'],
    ['http://a%40b:c@', 'a@b:c'],
  ])('goes to an address with user and password, escaped or not: %s', async (start, user) => {
    world.hookBot.webhook = world.bot.url.replace('http://', start);
    const answer = await fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, {
      method: 'POST',
      body: '{"update_id":1}',
    });
    expect(answer.status).toBe(200);
    expect(world.bot.received[0]?.headers.authorization).toBe(`Basic ${Buffer.from(user).toString('base64')}`);
  });

  it('aborts the request to the bot when Telegram hangs up', async () => {
    let isGone = false;
    world.bot.answer = (_request, response) => {
      response.once('close', () => {
        isGone = true;
      });
    };
    const controller = new AbortController();
    const pending = fetch(`${world.origin}/hook/${botKey}/${ourHookSecret}`, {
      method: 'POST',
      body: '{"update_id":1}',
      signal: controller.signal,
    }).catch(() => 'aborted');
    await until(() => world.bot.received.length === 1);
    controller.abort();
    expect(await pending).toBe('aborted');
    await until(() => isGone);
    expect(world.relay.queued(botKey)).toBe(0);
  });
});
